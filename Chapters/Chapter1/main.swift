lesson.main()
