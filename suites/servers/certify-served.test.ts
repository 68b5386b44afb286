import { describe, expect, it } from 'vitest'
import { certifyServed, serveSettings } from './certify-served.ts'

// Rows that depend on identities. The nightly run judges the whole set.
const ids = ['ERR-014', 'ERR-021', 'ENC-039', 'OBJ-030', 'GET-001']
const ofTokens = { cluster: [], kubernetes: ['K8S-ERR-007', 'K8S-ERR-010'] }

describe.each(serveSettings)('a server of the $dialect dialect', setting => {
  const name = `${setting.hasUsers ? 'with' : 'without'} users passes by its address`
  it(name, { timeout: 120_000 }, async () => {
    const selected = [...ids, ...ofTokens[setting.dialect]].flatMap(id => ['--id', id])

    const { code, result, verdicts } = await certifyServed(setting, ['--smoke', ...selected])

    expect(result).toMatch(/^partial/)
    expect(code).toBe(0)
    for (const id of ['OBJ-030', 'ENC-039'])
      expect(verdicts.get(id), id).toMatchObject({
        verdict: 'inapplicable',
        because: expect.stringMatching(/^skipped: no target file defines `credentials\./),
      })
  })
})
