import { afterAll, describe, it } from 'vitest'
import { findEtcd, startTestEtcd } from './etcd/test-server.ts'
import { storeContract } from './contract.ts'
import { openEtcdStore } from './etcd.ts'

const found = await findEtcd()

if ('missing' in found) {
  describe('etcd keeps the storage contract', () => it.skip(found.missing, () => {}))
} else {
  const etcd = await startTestEtcd(found.command)
  let stores = 0

  storeContract({
    name: 'etcd',
    // All tests use one server, each with a separate prefix.
    open: () =>
      openEtcdStore({
        servers: [etcd.url],
        prefix: `/store-${stores++}`,
        historyMs: 300_000,
        clock: Date,
      }),
    skip: [],
  })

  afterAll(() => etcd.close())
}
