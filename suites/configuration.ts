// Checks of configuration and of command lines: what is put to the question, and one judge.

import type { Arbitrary } from 'fast-check'
import { asExpected } from '../properties/laws/configuration/configuration.ts'
import { questions } from '../properties/scenarios/configuration/configuration.ts'
import type { Asked, Case } from '../properties/scenarios/configuration/configuration.ts'
import { lineQuestions } from '../properties/scenarios/node-agent-options/options.ts'
import type { Line } from '../properties/scenarios/node-agent-options/options.ts'
import type { Term } from '../properties/dsl/term.ts'
import { example, property } from './check.ts'
import type { Check, More } from './check.ts'
import type { Id } from './generated/catalogue.ts'

/** One rule about configuration: a good document, and what is to come of it when it is changed. */
export const documents = (id: Id, says: string, good: Term, ...cases: Case[]): Check =>
  example(id, questions({ good, cases }), asExpected(says))

/** One rule about the command line of the node agent. */
export const commandLines = (id: Id, says: string, ...lines: Line[]): Check =>
  example(id, lineQuestions(lines), asExpected(says))

/** The same with lines that are drawn. */
export const drawnLines = (id: Id, says: string, drawn: Arbitrary<Line[]>): Check =>
  property(
    id,
    drawn.map(lines => ({ steps: lineQuestions(lines) })),
    asExpected(says),
    { needs: ['accepts'] },
  )

/** The same with cases that are drawn. */
export const drawnDocuments = (
  id: Id,
  says: string,
  drawn: Arbitrary<Asked>,
  more: Omit<More, 'needs'> = {},
): Check =>
  property(
    id,
    drawn.map(asked => ({ steps: questions(asked) })),
    asExpected(says),
    { ...more, needs: ['accepts'] },
  )
