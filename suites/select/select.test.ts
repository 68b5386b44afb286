import { expect, it } from 'vitest'
import { catalogue, release } from '../generated/catalogue.ts'
import { checks } from '../generated/checks.ts'
import {
  checksFor,
  matchesVersionRange,
  isInSet,
  isCatalogueId,
  requirement,
  rowsFor,
  setDigest,
} from './select.ts'

const everything = { sections: [], ids: [] }
const idsFor = (dialect: string, selection: { sections: string[]; ids: string[] }): string[] =>
  checksFor(dialect, selection).map(check => check.id)

it('finds a row by its id and refuses an unknown one', () => {
  expect(requirement('PAGE-004').section).toBe('paging')
  expect(isCatalogueId('PAGE-004')).toBe(true)
  for (const id of ['PAGE-999', 'page-004', '', '__proto__', 'constructor'])
    expect(isCatalogueId(id)).toBe(false)
  expect(() => requirement('PAGE-999')).toThrow(RangeError)
})

it('judges the rows of a surface in a finished section that are not deferred', () => {
  const deferred = release.deferred.flatMap(group => group.ids)

  for (const row of catalogue.filter(isInSet)) {
    expect(release.surfaces[row.surface]).toContain(row.section)
    expect(deferred).not.toContain(row.id)
  }
  expect(catalogue.filter(isInSet).length).toBeGreaterThan(100)
  expect(setDigest).toMatch(/^[0-9a-f]{16}$/)
})

it('selects by section, by id, and by both together', () => {
  const paging = idsFor('cluster', { sections: ['paging'], ids: [] })

  expect(paging).toContain('PAGE-004')
  expect(paging.every(id => requirement(id).section === 'paging')).toBe(true)
  expect(idsFor('cluster', { sections: [], ids: ['PAGE-004'] })).toEqual(['PAGE-004'])
  expect(idsFor('cluster', { sections: ['get'], ids: ['PAGE-004'] })).toEqual(
    expect.arrayContaining(['PAGE-004', ...idsFor('cluster', { sections: ['get'], ids: [] })]),
  )
  expect(idsFor('cluster', { sections: ['exec-credential'], ids: ['EXEC-001'] })).toEqual([])
})

it('judges de facto rules only in the kubernetes dialect', () => {
  const isDeFacto = (id: string) => id.startsWith('K8S-')

  expect(idsFor('cluster', everything).filter(isDeFacto)).toEqual([])
  expect(rowsFor('cluster').filter(row => isDeFacto(row.id))).toEqual([])
  expect(idsFor('kubernetes', everything).filter(id => !isDeFacto(id))).toEqual(
    idsFor('cluster', everything),
  )
  expect(new Set(idsFor('kubernetes', everything)).size).toBe(
    checks.filter(check => isInSet(requirement(check.id))).length,
  )
})

it.each([
  [undefined, 'unknown', true],
  ['>=1.34', 'v1.34.0', true],
  ['>=1.34', 'v1.36.3-alpha.1+abc', true],
  ['>=1.34', '2.0', true],
  ['>=1.34', 'v1.33.9', false],
  ['>=1.34', 'v1.4.0', false],
  ['<1.34', 'v1.33.9', true],
  ['<1.34', 'v1.34.0', false],
  ['<1.34', 'v1.9.0', true],
  ['>=1.34', 'unknown', false],
  ['<1.34', 'unknown', false],
  ['<1.34', '', false],
  ['~1.34', 'v1.34.0', false],
])('rows for %s hold for version %s: %s', (versions, server, holds) => {
  expect(matchesVersionRange(versions, server)).toBe(holds)
})
