// touchstone explain ID: shows the sentence, the check and the proof of a requirement, or the
// fields of a configuration kind.

import { stepLines } from '../properties/dsl/step-text.ts'
import { escapeControlsInLines } from '../reports/escape.ts'
import type { Check } from '../suites/check.ts'
import { loadChecks } from '../suites/generated/check-index.ts'
import { readMatrix } from '../suites/proofs/matrix-file.ts'
import { needsOf, missingNeedReason } from '../suites/target/needs.ts'
import type { Need } from '../suites/target/needs.ts'
import type { Requirement } from '../suites/requirement.ts'
import { expectedId, nearIds } from '../suites/select/near-ids.ts'
import { isInSet, isCatalogueId, requirement } from '../suites/select/rows.ts'
import { scenariosOf } from '../suites/select/seed.ts'
import { outsideSetReason } from '../suites/select/untested.ts'
import { UsageProblem } from './command-errors.ts'
import { print } from './output.ts'

export type ExplainFlags = {
  readonly dialect: 'cluster' | 'kubernetes'
  readonly apiDomain?: string
}

/** Explains requirements, configuration kinds or their fields, with a blank line between them. */
export async function explain(ids: readonly string[], flags: ExplainFlags): Promise<number> {
  for (const [index, id] of ids.entries()) {
    if (index > 0) print('\n')
    await explainOne(id, flags)
  }
  return 0
}

async function explainOne(id: string, flags: ExplainFlags): Promise<void> {
  if (!isCatalogueId(id)) return explainKindNamed(id, flags)
  const row = requirement(id)
  const check = await checkOf(row)
  const lines = [
    `${row.id}  ${row.title}`,
    `${row.section}, ${row.strength}, checked through ${row.surface}${row.when ? `, when ${row.when}` : ''}`,
    '',
    row.rule,
    `Source: ${row.source}`,
    '',
    isInSet(row) ? 'In the set of this release.' : sentence(outsideSetReason(row)),
    ...(check ? checkLines(check) : []),
    ...proofLines(id),
  ]
  print(`${escapeControlsInLines(lines.join('\n'))}\n`)
}

/**
 * Returns a check and its file. Only the checks of its section are loaded, because loading all of
 * them takes a second.
 */
async function checkOf({ id, section }: Requirement): Promise<[string, Check] | undefined> {
  const files = (await loadChecks[section]?.())?.sectionChecks ?? []
  for (const [file, checks] of files) {
    const found = checks.find(check => check.id === id)
    if (found) return [file, found]
  }
  return undefined
}

function checkLines([file, check]: [string, Check]): string[] {
  const scenarios = scenariosOf(check, 1, 20)
  const needs = [...new Set([...check.needs, ...needsOf(...scenarios)])]
  return [
    `Check: suites/${file} (${check.kind})`,
    ...needs.map(need => `Needs ${nameOf(need)}. If it is missing: ${missingNeedReason(need)}`),
    'For example:',
    ...stepLines(scenarios[0] ?? { steps: [] }).map(line => `  ${line}`),
  ]
}

function nameOf(need: Need): string {
  const [sort = '', word] = need.split(' ')
  if (word === undefined) return `the control \`${sort}\``
  return sort === 'alternate' ? `the alternate configuration ${word}` : `the ${sort} \`${word}\``
}

/**
 * Returns what the committed mutant matrix records for the check. `touchstone mutants ID` proves it
 * again.
 */
function proofLines(id: string): string[] {
  const proofs = readMatrix()
  const killed = proofs.filter(proof => proof.killed.includes(id))
  const survived = proofs.filter(proof => proof.survived.includes(id))
  if (killed.length + survived.length === 0) return ['Proof: none.']
  return [
    ...killed.map(({ name, breaks }) => `Fails on mutant:${name}: ${breaks}`),
    `Proof on record: ${killed.length} mutants killed, ${survived.length} survived.`,
  ]
}

const sentence = (text: string): string =>
  text
    .split('\n')
    .map(line => `${line.charAt(0).toUpperCase()}${line.slice(1)}.`)
    .join('\n')

async function explainKindNamed(asked: string, flags: ExplainFlags): Promise<void> {
  const { explainKind } = await import('../reference/config/validate/validate-files.ts')
  const about = explainKind(asked, flags)
  if ('problem' in about) throw new UsageProblem(`${asked}: ${about.problem}`)
  if ('kinds' in about) {
    const isId = nearIds(asked).length > 0
    const kinds = isId ? '' : `, or a kind: ${about.kinds.join(', ')}`
    throw new UsageProblem(`${asked}: ${expectedId(asked)}${kinds}`)
  }
  print(`${escapeControlsInLines(about.lines.join('\n').trimEnd())}\n`)
}
