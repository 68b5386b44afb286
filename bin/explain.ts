// touchstone explain ID: from an id to the sentence, the check and the proof; or from a kind of
// configuration to its fields.

import { mutants } from '../fixtures/generated/mutants.ts'
import { stepLines } from '../properties/show.ts'
import { visibleLines } from '../reports/escape.ts'
import { checkFiles } from '../suites/generated/checks.ts'
import { proofsById } from '../suites/matrix.ts'
import { needsOf } from '../suites/needs.ts'
import { scenariosOf } from '../suites/seed.ts'
import { isInSet, isKnown, requirement } from '../suites/select.ts'
import { UsageProblem } from './exit.ts'
import { print } from './output.ts'

export type ExplainFlags = {
  readonly dialect: 'cluster' | 'kubernetes'
  readonly apiDomain?: string
}

/** A requirement, or a kind of configuration and perhaps a field of it. */
export async function explain(id: string, flags: ExplainFlags): Promise<number> {
  if (!isKnown(id)) return explainKindNamed(id, flags)
  const row = requirement(id)
  const [file, held = []] =
    checkFiles.find(([, checks]) => checks.some(check => check.id === id)) ?? []
  const check = held.find(one => one.id === id)
  const scenarios = check ? scenariosOf(check, 1, 20) : []
  const needs = [...new Set([...(check?.needs ?? []), ...needsOf(...scenarios)])]
  const proof = proofsById()[id]
  const lines = [
    `${row.id}  ${row.title}`,
    `${row.section}, ${row.strength}, through the ${row.door} door${row.when ? `, when ${row.when}` : ''}`,
    '',
    row.rule,
    `Source: ${row.source}`,
    '',
    isInSet(row) ? 'In the set of this release.' : 'Outside the set of this release.',
    check ? `Check: suites/${file} (${check.form})` : 'No check yet.',
    ...(needs.length > 0 ? [`Needs: ${needs.join(', ')}`] : []),
    ...(check
      ? ['For example:', ...stepLines(scenarios[0] ?? { steps: [] }).map(line => `  ${line}`)]
      : []),
    ...mutants
      .filter(mutant => mutant.killedBy.includes(id))
      .map(mutant => `Fails on mutant:${mutant.name}: ${mutant.breaks}`),
    proof ? `Proof: ${proof.killed} mutants killed, ${proof.survived} survived.` : 'Proof: none.',
  ]
  print(`${visibleLines(lines.join('\n'))}\n`)
  return 0
}

async function explainKindNamed(asked: string, flags: ExplainFlags): Promise<number> {
  const { explainKind } = await import('../reference/validate/main.ts')
  const about = explainKind(asked, flags)
  if ('problem' in about) throw new UsageProblem(`${asked}: ${about.problem}`)
  if ('kinds' in about) {
    const kinds = about.kinds.join(', ')
    throw new UsageProblem(
      `${asked}: expected an id of the catalogue, such as LIST-007, or a kind: ${kinds}`,
    )
  }
  print(`${visibleLines(about.lines.join('\n').trimEnd())}\n`)
  return 0
}
