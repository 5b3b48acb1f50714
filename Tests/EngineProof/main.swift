import ButtonController

// A bounded model check: every sequence of up to so many edges over the lines of small panels, the
// intervals between edges being a bounce and t - 1 ns, t, t + 1 ns for one threshold after the other.
// `engine-proof [DEPTH]`: DEPTH edges instead of eight, for a quick look.

var explored = 0
var failures = 0

for subject in Subject.all {
  for threshold in subject.thresholds {
    var search = Search(subject, threshold: threshold, depth: depthFromArguments())
    search.run()
    explored += search.explored
    if let counterexample = search.counterexample {
      failures += 1
      print("\(subject.name), threshold \(threshold.name): \(counterexample)")
    }
  }
  print("\(subject.name): \(explored) sequences so far")
}
print("explored \(explored) sequences of edges; \(failures) searches found a counterexample")
print("proof: \(Subject.all.count - min(failures, Subject.all.count)) passed, \(failures) failed")
if failures > 0 { exitWithFailure() }
