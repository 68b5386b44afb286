// Checks of configuration and of command lines: what is put to the question, and one judge.

import type { Arbitrary } from 'fast-check'
import { configurationIsJudgedAsExpected } from '../properties/laws/configuration/configuration.ts'
import { configCheckSteps } from '../properties/scenarios/configuration/configuration.ts'
import type {
  DocumentCases,
  ConfigCase,
} from '../properties/scenarios/configuration/configuration.ts'
import { commandLineSteps } from '../properties/scenarios/node-agent-options/command-lines.ts'
import type { CommandLineCase } from '../properties/scenarios/node-agent-options/command-lines.ts'
import type { Term } from '../properties/dsl/term.ts'
import { example, property } from './check.ts'
import type { Check, CheckOptions } from './check.ts'
import type { Id } from './generated/catalogue.ts'

/** One rule about configuration: a good document, and what is to come of it when it is changed. */
export const documentCheck = (id: Id, says: string, good: Term, ...cases: ConfigCase[]): Check =>
  example(id, configCheckSteps({ good, cases }), configurationIsJudgedAsExpected(says))

/** One rule about the command line of the node agent. */
export const commandLineCheck = (id: Id, says: string, ...lines: CommandLineCase[]): Check =>
  example(id, commandLineSteps(lines), configurationIsJudgedAsExpected(says))

/** The same with lines that are drawn. */
export const drawnCommandLineCheck = (
  id: Id,
  says: string,
  drawn: Arbitrary<CommandLineCase[]>,
): Check =>
  property(
    id,
    drawn.map(lines => ({ steps: commandLineSteps(lines) })),
    configurationIsJudgedAsExpected(says),
    { needs: ['accepts'] },
  )

/** The same with cases that are drawn. */
export const drawnDocumentCheck = (
  id: Id,
  says: string,
  drawn: Arbitrary<DocumentCases>,
  more: Omit<CheckOptions, 'needs'> = {},
): Check =>
  property(
    id,
    drawn.map(asked => ({ steps: configCheckSteps(asked) })),
    configurationIsJudgedAsExpected(says),
    { ...more, needs: ['accepts'] },
  )
