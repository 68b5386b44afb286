// Every row that a document can satisfy or violate occurs in some declaration.

import { expect, test } from 'vitest'
import { catalogue } from '../../suites/generated/catalogue.ts'
import { configKinds } from './config-kinds.ts'
import { requirementsOf } from './requirements-of-kind.ts'

const elsewhere: { readonly [id: string]: string } = {
  'GATE-001': 'all kinds: find-kind.ts requires both members',
  'GATE-002': 'all kinds: find-kind.ts finds a kind by its group and version',
  'GATE-003': 'all kinds: the versions of a kind share their declaration',
}

const named = new Set(configKinds.flatMap(kind => [...requirementsOf(kind)]))
const rows = catalogue.filter(({ surface }) => surface === 'document')

test('every must of a document is named by a declaration or listed in elsewhere', () => {
  const musts = rows.filter(({ strength }) => strength === 'must' || strength === 'should')

  expect(musts.length).toBeGreaterThan(180)
  expect(musts.map(({ id }) => id).filter(id => !named.has(id) && !(id in elsewhere))).toEqual([])
})

test('every id in elsewhere is a row, and no declaration names it', () => {
  const ids: string[] = rows.map(({ id }) => id)

  expect(Object.keys(elsewhere).filter(id => named.has(id) || !ids.includes(id))).toEqual([])
})

test('declarations name only existing rows', () => {
  const ids: string[] = catalogue.map(({ id }) => id)

  expect([...named].filter(id => id !== 'de facto' && !ids.includes(id))).toEqual([])
})
