TableCommand.main(Array(CommandLine.arguments.dropFirst()))
