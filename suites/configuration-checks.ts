// Constructors of checks of configuration files and command lines. All of them use one judge.

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
import type { Check, PropertyOptions } from './check.ts'
import type { Id } from './generated/catalogue.ts'

/** A check of one configuration rule: a valid document, its changes and the expected results. */
export const documentCheck = (id: Id, says: string, good: Term, ...cases: ConfigCase[]): Check =>
  example(id, configCheckSteps({ good, cases }), configurationIsJudgedAsExpected(says))

/** A check of one rule about the command line of the node agent. */
export const commandLineCheck = (id: Id, says: string, ...lines: CommandLineCase[]): Check =>
  example(id, commandLineSteps(lines), configurationIsJudgedAsExpected(says))

/** The same with generated command lines. */
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

/** The same with generated cases. */
export const drawnDocumentCheck = (
  id: Id,
  says: string,
  drawn: Arbitrary<DocumentCases>,
  more: Omit<PropertyOptions, 'needs'> = {},
): Check =>
  property(
    id,
    drawn.map(asked => ({ steps: configCheckSteps(asked) })),
    configurationIsJudgedAsExpected(says),
    { ...more, needs: ['accepts'] },
  )
