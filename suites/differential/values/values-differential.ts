// Compares the validation of built-in types: sends random mutations of one field of valid objects
// to the reference and to a genuine server, as dry runs of creates and updates.

import { kubeApiserverTarget } from '../../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../../fixtures/targets/reference-target.ts'
import type { Target } from '../../../fixtures/targets/target.ts'
import { problemWith } from '../../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../../long-runs/storage-engine-runs.ts'
import { mutationVerdicts } from './mutation-verdicts.ts'
import type { MutationVerdict } from './mutation-verdicts.ts'
import { drawMutations, mutationText } from './mutations.ts'
import type { FieldMutation } from './mutations.ts'

export type ComparedMutation = {
  mutation: FieldMutation
  genuine: MutationVerdict
  own: MutationVerdict
}

/** Minimum shares of equal verdicts and of equal field paths, in per cent. */
const wanted = { verdicts: 98, paths: 95 }

/** Most clusters allow privileged pods, although the server's default does not. */
const flags = ['--allow-privileged=true']

type Options = { readonly mutations?: number; readonly seed?: number }

/**
 * Reports a problem below 98 % equal verdicts, or below 95 % equal field paths among the mutations
 * that both reject.
 */
export async function compareValues(options: Options = {}): Promise<LongRun> {
  const compared = await compareMutations(options)
  const { verdicts, paths, refused } = sharesOf(compared)
  const says = `${compared.length} values, ${verdicts} % same verdicts, ${paths} % same paths of ${refused}`
  const isSame = Number(verdicts) >= wanted.verdicts && Number(paths) >= wanted.paths
  return { summary: says, ...(isSame ? {} : problemWith([says, ...markdownTableOf(compared)])) }
}

/** Returns the verdicts of both servers, without mutations at which a connection broke. */
export async function compareMutations({
  mutations: count = 10_000,
  seed = 1,
}: Options = {}): Promise<ComparedMutation[]> {
  const mutations = drawMutations(count, seed)
  const genuine = await verdictsOf(await kubeApiserverTarget({ flags }), mutations)
  const reference = await referenceTarget({ dialect: 'kubernetes', storesIgnoredSettings: true })
  const own = await verdictsOf(reference, mutations)
  return mutations.flatMap(mutation => {
    const [one, other] = [genuine.get(mutation), own.get(mutation)]
    return one && other ? [{ mutation, genuine: one, own: other }] : []
  })
}

const verdictsOf = (target: Target, mutations: readonly FieldMutation[]) =>
  mutationVerdicts(target, mutations).finally(target.close)

export const isSameVerdict = ({
  genuine,
  own,
}: Pick<ComparedMutation, 'genuine' | 'own'>): boolean =>
  genuine.status === own.status && genuine.reason === own.reason

export const hasSamePaths = ({
  genuine,
  own,
}: Pick<ComparedMutation, 'genuine' | 'own'>): boolean =>
  genuine.fields?.join() === own.fields?.join()

const isRefused = ({ genuine, own }: ComparedMutation): boolean =>
  genuine.status !== 200 && own.status !== 200

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : ((100 * part) / whole).toFixed(1)

function sharesOf(compared: readonly ComparedMutation[]) {
  const refused = compared.filter(isRefused)
  return {
    verdicts: percent(compared.filter(isSameVerdict).length, compared.length),
    paths: percent(refused.filter(hasSamePaths).length, refused.length),
    refused: refused.length,
  }
}

/** Formats a Markdown table with one row per type. */
export function markdownTableOf(compared: readonly ComparedMutation[]): string[] {
  const byKind = new Map<string, ComparedMutation[]>()
  for (const one of compared) {
    const kind = one.mutation.sample.split('/')[0] ?? ''
    byKind.set(kind, [...(byKind.get(kind) ?? []), one])
  }
  const rows = [...byKind].map(([kind, all]) => {
    const { verdicts, paths } = sharesOf(all)
    const first = all.find(one => !isSameVerdict(one) || (isRefused(one) && !hasSamePaths(one)))
    return `| ${kind} | ${all.length} | ${verdicts} | ${paths} | ${first ? shownDifference(first) : ''} |`
  })
  return [
    '| type | changes | same verdict, % | same paths, % | first difference |',
    '|---|--:|--:|--:|---|',
    ...rows,
  ]
}

function shownDifference({ mutation, genuine, own }: ComparedMutation): string {
  const verdictText = ({ status, fields = [] }: MutationVerdict) => [status, ...fields].join(' ')
  return `\`${mutationText(mutation)}\`: ${verdictText(genuine)}, here ${verdictText(own)}`.replaceAll(
    '|',
    '\\|',
  )
}
