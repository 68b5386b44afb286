import { expect, it } from 'vitest'
import { sectionNamed, unknownSection } from './sections.ts'

it.each(['create-and-update', 'Create and update', ' CREATE  AND update', 'create_and_update'])(
  'finds a section by its slug and by its title: %s',
  named => {
    expect(sectionNamed(named)).toBe('create-and-update')
  },
)

it.each([
  ['lists', 'expected a section, such as list or limits, got "lists"'],
  ['Pagging', 'such as paging, got'],
  ['fields', 'such as object-fields or field-validation, got'],
  ['apply', 'such as server-side-apply, got'],
  ['Create update', 'such as create-and-update, got'],
  ['pagination', 'such as paging, got'],
  ['CRD', 'such as custom-resources, got'],
  ['ssa', 'such as server-side-apply, got'],
  ['', 'expected one of '],
  ['somewhere-else-entirely', 'expected one of '],
])('suggests similar sections for the unknown section %s', (named, words) => {
  expect(sectionNamed(named)).toBeUndefined()
  expect(unknownSection(named)).toContain(words)
})
