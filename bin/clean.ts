// touchstone clean TARGET: deletes all objects with the label of any run.

import { createClient } from '../fixtures/client/client.ts'
import { openTarget } from '../fixtures/targets/open.ts'
import type { TargetFlags } from '../fixtures/targets/connection-settings.ts'
import type { Target } from '../fixtures/targets/target.ts'
import { escapeControls } from '../reports/escape.ts'
import { sweepRun } from '../suites/target/run-namespaces.ts'
import { print } from './output.ts'
import { runUntilSignal } from './stoppable.ts'

/** Returns exit code 4 if objects may be left. */
export async function clean(named: string | undefined, flags: TargetFlags): Promise<0 | 4> {
  // A signal during the pre-flight removes what it has created; later it ends the command at once.
  return cleanOn(await runUntilSignal(signal => openTarget(named, flags, signal)))
}

async function cleanOn(target: Target): Promise<0 | 4> {
  const admin = createClient(target.connection, target.credentials.admin)
  try {
    const { types, apiDomain, unserved = {} } = target
    const swept = await sweepRun({ clients: { admin }, types, apiDomain, unserved }, 'any')
    const { found, left, unread } = swept
    const what = `${found} ${found === 1 ? 'object' : 'objects'} of earlier runs found`
    print(`${escapeControls(`${what} on ${target.name}, ${left} of them left`)}\n`)
    for (const path of unread) print(`${escapeControls(`could not be listed: ${path}`)}\n`)
    return left === 0 && unread.length === 0 ? 0 : 4
  } finally {
    await admin.close()
    await target.close()
  }
}
