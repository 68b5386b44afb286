// Converts an error of a command to a message and an exit code.

import { CommanderError } from 'commander'
import { TargetProblem, TargetUnreachable } from '../fixtures/targets/target.ts'
import { escapeControls, escapeControlsInLines } from '../reports/escape.ts'
import { BaselineProblem, ReadProblem, ReportProblem } from '../reports/file-errors.ts'
import { CaseProblem } from '../suites/failure/case.ts'
import { StoppedByUser } from './stoppable.ts'

/** A flag or argument is invalid. The message names it, with the expected and the given value. */
export class UsageProblem extends Error {
  override name = 'UsageProblem'
}

/** The reference server met an unexpected error, which is the cause. */
export class ServerFault extends Error {
  override name = 'ServerFault'
}

/** Returns 3 for usage errors and invalid files, and 2 for everything else that stops a command. */
export function errorExitCode(problem: unknown): 2 | 3 {
  const isUsage = [
    UsageProblem,
    TargetProblem,
    CaseProblem,
    BaselineProblem,
    ReadProblem,
    ReportProblem,
    CommanderError,
  ].some(kind => problem instanceof kind)
  return isUsage ? 3 : 2
}

/** Returns one line for expected errors, and a stack for internal ones. */
export function errorLine(problem: unknown): string {
  const isForeseen = [TargetUnreachable, StoppedByUser].some(kind => problem instanceof kind)
  const foreseen = errorExitCode(problem) === 3 || isForeseen
  const text = foreseen ? (problem as Error).message : faultText(problem)
  return `touchstone: ${foreseen ? escapeControls(text) : escapeControlsInLines(text)}\n`
}

function faultText(problem: unknown): string {
  const isOfServer = problem instanceof ServerFault
  const fault = isOfServer ? problem.cause : problem
  return `the ${isOfServer ? 'server' : 'harness'} failed: ${(fault as Error).stack ?? String(fault)}`
}
