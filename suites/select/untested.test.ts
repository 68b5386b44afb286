import { expect, it } from 'vitest'
import { catalogue } from '../generated/catalogue.ts'
import { isInSet } from './select.ts'
import { outsideSetReason } from './untested.ts'

const outside = catalogue.filter(row => !isInSet(row))

it('explains for each row outside the set what it lacks, and how to test it', () => {
  for (const row of outside) {
    const [shared, own] = outsideSetReason(row).split('\n')
    expect(shared).toMatch(/^no check in this release: .{10}/)
    expect(own).toBe(`how to test it: ${row.how}`)
  }
})

it('names what a deferred row depends on', () => {
  const row = catalogue.find(({ id }) => id === 'DEL-020')

  expect(row && outsideSetReason(row)).toContain(
    'no check in this release: needs a server that shows its attempts to delete\n',
  )
})
