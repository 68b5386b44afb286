import { describe, expect, it } from 'vitest'

import { featureGateDefaults } from '../api/feature-gates.ts'
import { jsonCodec } from '../codecs/json-codec.ts'
import { decodeOptions } from './decode-options.ts'

const parts = {
  codecs: { 'application/json': jsonCodec },
  dialect: { apiDomain: 'd.example' },
  featureGates: featureGateDefaults,
}

const options = (body: unknown, query = '') =>
  decodeOptions(
    {
      bytes: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      mediaType: 'application/json',
      query: new URLSearchParams(query),
    },
    parts,
  )

const none = { uid: '', resourceVersion: '', isDryRun: false, isForced: false }

describe('decodeOptions', () => {
  it('reads the preconditions of a body (DEL-016)', () => {
    const preconditions = { uid: 'u', resourceVersion: '7' }
    expect(options({ kind: 'DeleteOptions', preconditions })).toEqual({ ...none, ...preconditions })
    expect(options({ preconditions: { uid: null } })).toEqual(none)
    expect(options(undefined)).toEqual(none)
  })

  it('reads a dry run from the body or the query (DRY-004)', () => {
    expect(options({ dryRun: ['All'] })).toEqual({ ...none, isDryRun: true })
    expect(options(undefined, 'dryRun=All')).toEqual({ ...none, isDryRun: true })
    expect(options({}, 'dryRun=All')).toEqual(none)
  })

  it('reads the policy for dependents, under either name (DEL-015, DEL-017)', () => {
    expect(options({ propagationPolicy: 'Foreground' })).toMatchObject({
      propagationPolicy: 'Foreground',
    })
    expect(options({ orphanDependents: true })).toMatchObject({ propagationPolicy: 'Orphan' })
    expect(options(undefined, 'orphanDependents=false')).toMatchObject({
      propagationPolicy: 'Background',
    })
    expect(options({ propagationPolicy: null })).not.toHaveProperty('propagationPolicy')
  })

  it('reads a grace period (DEL-014)', () => {
    expect(options(undefined, 'gracePeriodSeconds=0')).toMatchObject({ gracePeriodSeconds: 0 })
    expect(options({ gracePeriodSeconds: -5 })).toMatchObject({ gracePeriodSeconds: 1 })
    expect(options({ gracePeriodSeconds: null })).not.toHaveProperty('gracePeriodSeconds')
  })

  it('reads the query only if there is no body (DEL-012)', () => {
    expect(() => options(undefined, 'propagationPolicy=Bogus')).toThrow()
    expect(options({}, 'propagationPolicy=Bogus')).toEqual(none)
  })

  it.each([
    [{ gracePeriodSeconds: -5 }, ''],
    [{ propagationPolicy: 'Orphan', orphanDependents: null }, ''],
    [{ unknown: 1 }, ''],
    [undefined, 'gracePeriodSeconds=0&orphanDependents=false'],
  ])('accepts %j with the query "%s"', (body, query) => {
    expect(options(body, query)).toMatchObject(none)
  })

  it.each([
    [[], '', 400],
    [{ kind: 'Secret' }, '', 400],
    [{ gracePeriodSeconds: 'soon' }, '', 400],
    [{ preconditions: { uid: 5 } }, '', 400],
    [undefined, 'gracePeriodSeconds=soon', 400],
    [{ propagationPolicy: 'Bogus' }, '', 422],
    [{ propagationPolicy: 'Orphan', orphanDependents: true }, '', 422],
    [undefined, 'propagationPolicy=Orphan&orphanDependents=true', 422],
  ])('refuses %j with the query "%s": %i', (body, query, code) => {
    expect(() => options(body, query)).toThrow(expect.objectContaining({ code }))
  })
})
