// Asks a target whether it accepts a configuration, and records the answer: to judges, an accepted
// document is a 200 and a refused one a 422.

import { documentInDialect, textInDialect } from '../../fixtures/dialects/config-words.ts'
import type { ConfigCheckResult, ConfigCheckRequest } from '../../fixtures/objects/config-check.ts'
import type { Answer } from '../history/history.ts'
import type { ConfigCheckStep, ConfigFileTerm } from '../dsl/scenario.ts'
import { recordProblems, beginExchange } from './execution-context.ts'
import type { ExecutionContext } from './execution-context.ts'
import { DanglingReference, fillTerm } from '../dsl/term.ts'
import type { HoleValues, Term } from '../dsl/term.ts'

/**
 * Performs the step. If the target cannot check configuration, or its check fails, the step records
 * a problem.
 */
export async function performConfigCheck(
  { as, accepts }: ConfigCheckStep,
  execution: ExecutionContext,
): Promise<void> {
  const { environment, fillings } = execution
  // The path is empty because no request is sent.
  const exchange = beginExchange({ as, method: 'accepts', to: { path: '' } }, execution, undefined)
  await recordProblems(exchange, async () => {
    const question = questionOf(accepts, fillings, environment.dialect)
    exchange.request.body = JSON.stringify(question)
    const ask = environment.controls.accepts
    if (!ask) throw new DanglingReference('the target cannot be asked what it accepts')
    const judged = await ask(question).catch((problem: Error) => {
      throw new DanglingReference(`the target failed to answer: ${problem.message}`, {
        cause: problem,
      })
    })
    exchange.answer = answerOf(judged)
  })
  exchange.answeredAt = performance.now()
}

function questionOf(
  { files, flags, gates, facts }: ConfigCheckStep['accepts'],
  fillings: HoleValues,
  dialect: string,
): ConfigCheckRequest {
  const text = (term: Term) => textInDialect(String(fillTerm(term, fillings)), dialect)
  return {
    files: files.map(file => ({ name: file.name, text: configFileText(file, fillings, dialect) })),
    ...(flags ? { flags: flags.map(text) } : {}),
    ...(gates ? { gates } : {}),
    ...(facts
      ? { facts: Object.fromEntries(Object.entries(facts).map(one => one.map(text))) }
      : {}),
  }
}

/** Returns the text of a file. A document is written as JSON, which is also YAML. */
export const configFileText = (
  file: ConfigFileTerm,
  fillings: HoleValues,
  dialect: string,
): string =>
  'text' in file
    ? String(fillTerm(file.text, fillings))
    : JSON.stringify(documentInDialect(fillTerm(file.document, fillings), dialect), null, 2)

const answerOf = (judged: ConfigCheckResult): Answer => ({
  status: judged.accepted ? 200 : 422,
  headers: {},
  text: JSON.stringify(judged),
  body: judged,
})
