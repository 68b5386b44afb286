// touchstone clean TARGET: deletes whatever carries the run label, of any run.

import { createClient } from '../fixtures/client/client.ts'
import { openTarget } from '../fixtures/targets/open.ts'
import type { TargetFlags } from '../fixtures/targets/reach.ts'
import { sweep } from '../suites/lease.ts'

export async function clean(named: string | undefined, flags: TargetFlags): Promise<number> {
  const target = await openTarget(named, flags)
  const admin = createClient(target.connection, target.credentials.admin)
  try {
    const found = await sweep({ clients: { admin }, types: target.types }, 'any')
    process.stdout.write(`${found} objects of earlier runs found and deleted on ${target.name}\n`)
    return 0
  } finally {
    await admin.close()
    await target.close()
  }
}
