// Errors about report files. They are separate from the code that reads and writes these files,
// because every command knows the errors and few need that code.

/**
 * A baseline file cannot be used. The message is one line with the file, the place, and the
 * expected and the given value.
 */
export class BaselineProblem extends Error {
  override name = 'BaselineProblem'
}

/**
 * A file is not a report. The message is one line with the file, the place, and the expected and
 * the given value.
 */
export class ReadProblem extends Error {
  override name = 'ReadProblem'
}

/** The report directory cannot be used. The message is one line that says which and why. */
export class ReportProblem extends Error {
  override name = 'ReportProblem'
}
