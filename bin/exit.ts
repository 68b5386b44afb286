// The one place where an error of a command becomes a line for people and an exit code.

import { CommanderError } from 'commander'
import { TargetProblem, TargetUnreachable } from '../fixtures/targets/target.ts'
import { escapeControls, escapeControlsInLines } from '../reports/escape.ts'
import { BaselineProblem, ReadProblem, ReportProblem } from '../reports/problems.ts'
import { CaseProblem } from '../suites/failure/case.ts'
import { StoppedByUser } from './stoppable.ts'

/** A flag or argument cannot be used: the message says what, where, expected and got. */
export class UsageProblem extends Error {
  override name = 'UsageProblem'
}

/** The reference met an error that nobody foresaw, which is its cause. */
export class ServerFault extends Error {
  override name = 'ServerFault'
}

/** 3 for usage and files that are not what they should be, 2 for all else that stops a command. */
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

/** One clear line for problems that we foresaw; a stack only for our own faults. */
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
