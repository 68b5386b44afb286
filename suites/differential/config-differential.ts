// Compares the reference with the genuine configuration loaders: both have to accept and reject the
// same documents, at the same fields.

import fc from 'fast-check'
import type { ConfigCheckResult, ConfigCheckRequest } from '../../fixtures/objects/config-check.ts'
import { toConfigCheckResult } from '../../fixtures/targets/kube-config/loader-check.ts'
import { kubeConfigLoaders } from '../../fixtures/targets/kube-config/loaders.ts'
import type { LoaderAnswer, Loaders } from '../../fixtures/targets/kube-config/loaders.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import { genuineConfigChecks } from './config-documents.ts'
import { compareStarts } from './config-starts.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'

type Accepts = (question: ConfigCheckRequest) => Promise<ConfigCheckResult>

/**
 * Submits the same documents to both, and starts servers with some of them. A difference that
 * `docs/findings/kube-apiserver.md` does not explain is a problem.
 */
export async function compareConfiguration(options: {
  documents: number
  starts: number
}): Promise<LongRun> {
  const loaders = kubeConfigLoaders()
  const own = await referenceTarget({ dialect: 'kubernetes' })
  try {
    const accepts = own.controls.accepts
    if (!accepts) throw new Error('the reference cannot be asked')
    const questions = fc.sample(genuineConfigChecks(), { seed: 1, numRuns: options.documents })
    const asked = await compared(questions, loaders, accepts)
    const started = await compareStarts(questions, { loaders, starts: options.starts })
    const problems = [...asked.problems, ...started.problems]
    return {
      summary: `${asked.says}; ${started.says}`,
      ...(problems.length > 0 && { problem: problems.join('\n') }),
    }
  } finally {
    await own.close()
    await loaders.close()
  }
}

async function compared(questions: ConfigCheckRequest[], loaders: Loaders, own: Accepts) {
  const counts = { taken: 0, refused: 0, explained: 0 }
  const problems: string[] = []
  for (const question of questions) {
    const genuine = await loaders.ask(question)
    const difference = configDifference(genuine, await own(question))
    counts[genuine.accepted ? 'taken' : 'refused']++
    if (difference?.isExplained) counts.explained++
    else if (difference) problems.push(`${question.files[0]?.text}\n${difference.says}`)
  }
  const { taken, refused, explained } = counts
  const says = `${questions.length} documents: ${taken} taken, ${refused} refused, ${explained} otherwise by us, as explained`
  return { says, problems }
}

type Difference = { says: string; isExplained: boolean }

/**
 * Returns the difference between two verdicts, or undefined. If the genuine decoder rejects the
 * document, it never reaches validation, so only the reference's decoding errors are compared.
 */
export function configDifference(
  answer: LoaderAnswer,
  own: ConfigCheckResult,
): Difference | undefined {
  const genuine = toConfigCheckResult(answer)
  const isDecoded = !answer.errors.some(({ type }) => strict.test(type))
  const here = own.findings.filter(({ message }) => isDecoded || strict.test(message))
  const seen = {
    there: { isTaken: genuine.accepted, paths: pathsOf(genuine.findings) },
    here: { isTaken: own.accepted, paths: pathsOf(here) },
  }
  if (isSame(seen)) return undefined
  const said = answer.errors.map(({ field, detail }) => `${field}: ${detail}`).join('; ')
  const ours = own.findings.map(({ message }) => message).join('; ')
  return {
    says: `  genuine: ${said || 'accepted'}\n  ours: ${ours || 'accepted'}`,
    isExplained: isExplained(seen, own.findings),
  }
}

const strict = /unknown field|duplicate field/

const pathsOf = (findings: ConfigCheckResult['findings']): string[] =>
  [...new Set(findings.map(({ path }) => path))].toSorted()

/** The verdicts of both sides. A rejection may have no path. */
type Seen = { there: Said; here: Said }
type Said = { isTaken: boolean; paths: string[] }

const isSame = ({ there, here }: Seen): boolean =>
  there.isTaken === here.isTaken &&
  (there.paths.length === 0 || there.paths.join() === here.paths.join())

/** Returns whether `docs/findings/kube-apiserver.md` explains the difference as intended. */
function isExplained(seen: Seen, findings: ConfigCheckResult['findings']): boolean {
  const twice = findings.filter(({ message }) => message.includes('duplicate field'))
  const empty = findings.filter(({ message }) => message.includes('Invalid value: null: expected'))
  // A duplicate `kind` or `apiVersion` means two documents without a separator. The reference then
  // reports nothing else.
  const isHead = ({ path }: { path: string }) => /^(kind|apiVersion)$/.test(path)
  if (twice.some(isHead) && twice.filter(isHead).length === findings.length) return true
  const rest = without(seen, { twice: pathsOf(twice), empty: pathsOf(empty) })
  if (isSame(rest) || further.some(is => is(rest))) return true
  // If a value is null, the reference does not check the flags against the document.
  return empty.length > 0 && rest.here.isTaken && rest.there.paths.join() === 'anonymous'
}

/**
 * Removes intended differences from both verdicts: the reference rejects duplicate members, of
 * which a genuine server may use the last, and null in a list, which a genuine server reads as an
 * empty entry and validates.
 */
function without(
  { there, here }: Seen,
  { twice, empty }: Record<'twice' | 'empty', string[]>,
): Seen {
  const isElse = (path: string) =>
    !twice.includes(path) && !empty.some(entry => path === entry || path.startsWith(`${entry}.`))
  const rest = ({ isTaken, paths }: Said): Said => {
    const others = paths.filter(isElse)
    return { isTaken: isTaken || (paths.length > 0 && others.length === 0), paths: others }
  }
  return { there: rest(there), here: rest(here) }
}

const further: ((seen: Seen) => boolean)[] = [
  // The genuine validator stops at an authorizer with a wrong type, and does not validate a webhook
  // that must not be set.
  seen => endsAt(seen, /^(authorizers\[\d+\])\.(?:type|webhook)$/),
  // The genuine server checks the flag against the file first and stops before the authenticators.
  seen => endsAt(seen, /^()anonymous$/),
  // The genuine validator checks late whether resource names are masked, and last the feature gate
  // of KMS v1, so that it misses these after other errors.
  seen => isMore(seen) && moreIn(seen).every(path => last.test(path)),
]

const last =
  /^resources\[(?:[1-9]\d*\]\.resources\[\d+\]|\d+\]\.providers\[\d+\]\.kms\.apiVersion)$/

const moreIn = ({ there, here }: Seen): string[] =>
  here.paths.filter(path => !there.paths.includes(path))

/**
 * Both reject the document, and the reference reports at least the paths of the genuine validator.
 */
const isMore = ({ there, here }: Seen): boolean =>
  !there.isTaken && !here.isTaken && there.paths.every(path => here.paths.includes(path))

/** The reference reports more, all below the place at which the genuine validator stopped. */
function endsAt(seen: Seen, place: RegExp): boolean {
  const ends = seen.there.paths.flatMap(path => place.exec(path)?.[1] ?? [])
  return isMore(seen) && moreIn(seen).every(path => ends.some(end => path.startsWith(end)))
}
