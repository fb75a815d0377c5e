import PublisherContract

let mine = ThingUnderTest.publisher("Mine", Facts { $0.end = 20 }) { Mine(on: $0) }
print(checkContract(of: mine, startingAgainWith: []).text)
