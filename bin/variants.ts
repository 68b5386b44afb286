// touchstone variants [NAME…]: runs every check on lawful servers that differ from the reference.

import { variants } from '../fixtures/generated/variants.ts'
import { referenceTarget } from '../fixtures/targets/reference-target.ts'
import type { DialectName } from '../fixtures/dialects/dialect.ts'
import type { Variant } from '../fixtures/variants/variant.ts'
import { escapeControls } from '../reports/escape.ts'
import { run } from '../suites/run/run.ts'
import { checksForVariant } from '../suites/select/select.ts'
import type { Verdict } from '../suites/verdict.ts'
import { UsageProblem } from './command-errors.ts'
import { print } from './output.ts'

/** `runs` is the former name of `scenarios`. */
type Flags = { list?: boolean; seed: number; scenarios: number; runs?: number }

/** Returns exit code 1 if a check fails on a lawful server, which means that the check is wrong. */
export async function variantsCommand(names: string[], flags: Flags): Promise<number> {
  const unknown = names.find(name => !variants.some(variant => variant.name === name))
  if (unknown)
    throw new UsageProblem(
      `${unknown}: expected a variant's name; \`touchstone variants --list\` names them`,
    )
  const chosen = variants.filter(variant => names.length === 0 || names.includes(variant.name))
  let failures = 0
  for (const variant of chosen) {
    if (flags.list) {
      print(`${variant.name}: ${variant.uses} (${variant.allowedBy})\n`)
      continue
    }
    for (const dialect of variant.dialects ?? (['cluster'] as const)) {
      const wrong = await alarms({ variant, dialect }, flags)
      failures += wrong.length
      print(
        `${wrong.length === 0 ? 'passes' : 'FAILS'}  ${variant.name} (${dialect}): ${variant.uses}\n`,
      )
      for (const { id, because } of wrong) print(`  ${id}: ${escapeControls(because ?? '')}\n`)
    }
  }
  return failures === 0 ? 0 : 1
}

/** Returns the verdicts of checks that fail on a lawful server. */
async function alarms(
  { variant, dialect }: { variant: Variant; dialect: DialectName },
  { seed, scenarios, runs = scenarios }: Flags,
): Promise<Verdict[]> {
  const target = await referenceTarget({ ...variant, dialect, name: `variant:${variant.name}` })
  const options = {
    seed,
    scenarios: runs,
    concurrency: 4,
    checkMs: 120_000,
    caseMs: 60_000,
    shrinkMs: 10_000,
    signal: new AbortController().signal,
  }
  const checks = checksForVariant(variant, dialect)
  const { verdicts, ended } = await run(checks, target, options).finally(target.close)
  if (ended) throw ended
  return verdicts.filter(({ verdict }) => ['fail', 'flaky', 'error'].includes(verdict))
}
