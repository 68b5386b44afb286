// Whether the reference takes and refuses configuration as the genuine loaders do, and at the same
// fields.

import fc from 'fast-check'
import type { Judged, Question } from '../../fixtures/objects/question.ts'
import { judgedOf } from '../../fixtures/targets/kube-config/accepts.ts'
import { kubeConfigLoaders } from '../../fixtures/targets/kube-config/loaders.ts'
import type { LoaderAnswer, Loaders } from '../../fixtures/targets/kube-config/loaders.ts'
import { referenceTarget } from '../../fixtures/targets/reference.ts'
import { genuineQuestions } from './config-documents.ts'
import { sameStarts } from './config-starts.ts'
import type { LongRun } from './engines.ts'

type Accepts = (question: Question) => Promise<Judged>

/**
 * Asks both the same questions, and starts servers with the first documents that can be given to
 * one. What differs and is not explained in `docs/findings.md` is a problem.
 */
export async function sameConfiguration(options: {
  documents: number
  starts: number
}): Promise<LongRun> {
  const loaders = kubeConfigLoaders()
  const own = await referenceTarget({ dialect: 'kubernetes' })
  try {
    const accepts = own.controls.accepts
    if (!accepts) throw new Error('the reference cannot be asked')
    const questions = fc.sample(genuineQuestions(), { seed: 1, numRuns: options.documents })
    const asked = await compared(questions, loaders, accepts)
    const started = await sameStarts(questions, { loaders, starts: options.starts })
    const problems = [...asked.problems, ...started.problems]
    return {
      says: `${asked.says}; ${started.says}`,
      ...(problems.length > 0 && { problem: problems.join('\n') }),
    }
  } finally {
    await own.close()
    await loaders.close()
  }
}

async function compared(questions: Question[], loaders: Loaders, own: Accepts) {
  const counts = { taken: 0, refused: 0, explained: 0 }
  const problems: string[] = []
  for (const question of questions) {
    const genuine = await loaders.ask(question)
    const difference = differenceBetween(genuine, await own(question))
    counts[genuine.accepted ? 'taken' : 'refused']++
    if (difference?.isExplained) counts.explained++
    else if (difference) problems.push(`${question.files[0]?.text}\n${difference.says}`)
  }
  const { taken, refused, explained } = counts
  const says = `${questions.length} documents: ${taken} taken, ${refused} refused, ${explained} otherwise by us, as explained`
  return { says, problems }
}

type Difference = { says: string; isExplained: boolean }

/** What differs in two verdicts. A decoder ends before rules are looked at, and says fewer fields. */
export function differenceBetween(answer: LoaderAnswer, own: Judged): Difference | undefined {
  const genuine = judgedOf(answer)
  const isDecoded = !answer.errors.some(({ type }) => strict.test(type))
  const here = own.findings.filter(({ message }) => isDecoded || strict.test(message))
  const sides = { there: pathsOf(genuine.findings), here: pathsOf(here) }
  const isSame =
    genuine.accepted === own.accepted &&
    (genuine.findings.length === 0 || sides.there.join() === sides.here.join())
  if (isSame) return undefined
  const said = answer.errors.map(({ field, detail }) => `${field}: ${detail}`).join('; ')
  const ours = own.findings.map(({ message }) => message).join('; ')
  return {
    says: `  genuine: ${said || 'accepted'}\n  ours: ${ours || 'accepted'}`,
    isExplained: explained.some(is => is({ ...sides, genuine, own })),
  }
}

const strict = /unknown field|duplicate field/

const pathsOf = (findings: Judged['findings']): string[] =>
  [...new Set(findings.map(({ path }) => path))].toSorted()

type Seen = { there: string[]; here: string[]; genuine: Judged; own: Judged }

/** What `docs/findings.md` explains: differences that are ours on purpose. */
const explained: ((seen: Seen) => boolean)[] = [
  // Members that are there twice are nobody's intention, also where a genuine server reads the last.
  ({ own }) => own.findings.some(({ message }) => message.includes('duplicate field')),
  // To a genuine server null in a list is an empty entry.
  ({ own }) =>
    own.findings.some(({ message }) => message.includes('Invalid value: null: expected')),
  // An authorizer of a wrong type is looked at no further, and of a webhook that must not be there
  // nothing is read.
  seen => endsAt(seen, /^(authorizers\[\d+\])\.(?:type|webhook)$/),
  // The option beside the file is looked at before its authenticators.
  seen => endsAt(seen, /^()anonymous$/),
  // Whether names are masked is looked at last of all.
  seen => isMore(seen) && moreIn(seen).every(path => masked.test(path)),
]

const masked = /^resources\[[1-9]\d*\]\.resources\[\d+\]$/

const moreIn = ({ there, here }: Seen): string[] => here.filter(path => !there.includes(path))

/** Both refuse, and we say all that the genuine validator says. */
const isMore = ({ there, here, genuine, own }: Seen): boolean =>
  !genuine.accepted && !own.accepted && there.every(path => here.includes(path))

/** We say more, below the place at which the genuine validator has ended. */
function endsAt(seen: Seen, place: RegExp): boolean {
  const ends = seen.there.flatMap(path => place.exec(path)?.[1] ?? [])
  return isMore(seen) && moreIn(seen).every(path => ends.some(end => path.startsWith(end)))
}
