// Asks a target whether it would take configuration, and records what it says: a document that is
// taken is a 200 to judges, and one that is not a 422.

import { spoken, spokenText } from '../../fixtures/dialects/config-words.ts'
import type { Judged, Question } from '../../fixtures/objects/question.ts'
import type { Answer } from '../history/history.ts'
import type { Accepts, AskedFile } from '../dsl/scenario.ts'
import { attempted, begin } from './stage.ts'
import type { Stage } from './stage.ts'
import { Dangling, fill } from '../dsl/term.ts'
import type { Fillings, Term } from '../dsl/term.ts'

/** A target that cannot be asked, or fails to answer, is recorded as a problem of the step. */
export async function performAccepts({ as, accepts }: Accepts, stage: Stage): Promise<void> {
  const { bench, fillings } = stage
  // Without a path, for nothing is sent.
  const exchange = begin({ as, method: 'accepts', to: { path: '' } }, stage, undefined)
  await attempted(exchange, async () => {
    const question = questionOf(accepts, fillings, bench.dialect)
    exchange.request.body = JSON.stringify(question)
    const ask = bench.controls.accepts
    if (!ask) throw new Dangling('the target cannot be asked what it accepts')
    const judged = await ask(question).catch((problem: Error) => {
      throw new Dangling(`the target failed to answer: ${problem.message}`, { cause: problem })
    })
    exchange.answer = answerOf(judged)
  })
  exchange.answeredAt = performance.now()
}

function questionOf(
  { files, flags, gates, beside }: Accepts['accepts'],
  fillings: Fillings,
  dialect: string,
): Question {
  const text = (term: Term) => spokenText(String(fill(term, fillings)), dialect)
  return {
    files: files.map(file => ({ name: file.name, text: textOf(file, fillings, dialect) })),
    ...(flags ? { flags: flags.map(text) } : {}),
    ...(gates ? { gates } : {}),
    ...(beside
      ? { beside: Object.fromEntries(Object.entries(beside).map(one => one.map(text))) }
      : {}),
  }
}

/** A document is written down as JSON, which is YAML as well. */
const textOf = (file: AskedFile, fillings: Fillings, dialect: string): string =>
  'text' in file
    ? String(fill(file.text, fillings))
    : JSON.stringify(spoken(fill(file.document, fillings), dialect), null, 2)

const answerOf = (judged: Judged): Answer => ({
  status: judged.accepted ? 200 : 422,
  headers: {},
  text: JSON.stringify(judged),
  body: judged,
})
