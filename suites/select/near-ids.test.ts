import { expect, it } from 'vitest'
import { expectedId, nearIds } from './near-ids.ts'

it.each([
  ['PAGE-05', ['PAGE-005']],
  ['page-005', ['PAGE-005']],
  ['PAGE 5', ['PAGE-005']],
  ['K8S_LIST_11', ['K8S-LIST-011']],
])('recognizes the id in %s', (asked, ids) => {
  expect(nearIds(asked)).toEqual(ids)
})

it('suggests ids that differ in a few letters, and otherwise an example', () => {
  expect(nearIds('PAEG-005')).toContain('PAGE-005')
  expect(nearIds('PAGE-9999').length).toBeLessThanOrEqual(3)
  expect(nearIds('AuditPolicy')).toEqual([])
  expect(nearIds('x')).toEqual([])
  expect(expectedId('PAGE-05')).toBe('expected an id of the catalogue, such as PAGE-005')
  expect(expectedId('x')).toBe('expected an id of the catalogue, such as LIST-007')
})
