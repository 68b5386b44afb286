// The same checks as `touchstone certify`, one vitest test each. TOUCHSTONE_TARGET is a URL, the
// path of a target file (*.yaml), or a name as on the command line. The flags of the same names:
// TOUCHSTONE_TOKEN_FILE, TOUCHSTONE_CERTIFICATE_AUTHORITY, TOUCHSTONE_KUBECONFIG,
// TOUCHSTONE_ALLOW_WRITES_TO, TOUCHSTONE_DIALECT, TOUCHSTONE_SEED, TOUCHSTONE_RUNS.

import { afterAll, describe, test } from 'vitest'
import { redact } from '../../fixtures/client/redact.ts'
import { openTarget } from '../../fixtures/targets/open.ts'
import type { TargetFlags } from '../../fixtures/targets/connection-settings.ts'
import { certifyOne } from '../certify.ts'
import { openEnvironments } from '../run/environments.ts'
import { checksFor, requirement, sectionsInSet } from '../select/select.ts'

const setting = (name: string): string | undefined => process.env[`TOUCHSTONE_${name}`] || undefined

const named = setting('TARGET')
const isFile = named !== undefined && /\.ya?ml$/.test(named)
const target = await openTarget(isFile ? undefined : named, flags())
const opened = await openEnvironments(target, { concurrency: 1, caseMs: 100_000 })
afterAll(async () => {
  await opened.close()
  await target.close()
})

const options = {
  seed: Number(setting('SEED') ?? 1),
  scenarios: Number(setting('RUNS') ?? 5),
  checkMs: 100_000,
  shrinkMs: 10_000,
  signal: new AbortController().signal,
}

const checksOf = (section: string) =>
  checksFor(target.dialect.name, { sections: [section], ids: [] })

// Some sections have rows of only one dialect.
describe.each(sectionsInSet.filter(one => checksOf(one).length > 0))('%s', section => {
  for (const check of checksOf(section)) {
    test(`${check.id} ${requirement(check.id).title}`, { timeout: 150_000 }, async context => {
      const [environment] = opened.environments
      if (!environment) throw new Error('a run needs an environment')
      const { id, verdict, because, failure } = await certifyOne(
        check,
        target,
        environment,
        options,
      )

      if (['inapplicable', 'observed', 'waived'].includes(verdict))
        context.skip(redact(`${verdict}: ${because}`))
      if (verdict !== 'pass')
        throw new Error(
          redact([`${id} ${verdict}: ${because}`, ...(failure?.steps ?? [])].join('\n  ')),
        )
    })
  }
})

function flags(): TargetFlags {
  const hosts = setting('ALLOW_WRITES_TO')
  const entries = Object.entries({
    target: isFile ? named : undefined,
    dialect: setting('DIALECT'),
    tokenFile: setting('TOKEN_FILE'),
    certificateAuthority: setting('CERTIFICATE_AUTHORITY'),
    kubeconfig: setting('KUBECONFIG'),
    allowWritesTo: hosts?.split(','),
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as TargetFlags
}
