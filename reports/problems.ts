// What can be wrong with files of reports, apart from what reads and writes them: each command knows
// these, and few need the rest.

/** A baseline file cannot be used; the message is one line: what, where, expected, got. */
export class BaselineProblem extends Error {
  override name = 'BaselineProblem'
}

/** A file is no report; the message is one line: what, where, expected, got. */
export class ReadProblem extends Error {
  override name = 'ReadProblem'
}

/** The report directory cannot be used; the message is one line that says which and why. */
export class ReportProblem extends Error {
  override name = 'ReportProblem'
}
