// The profiles: named parts of the set, each a claim that a server can make by itself. A profile is
// data: rows of these sections behind one kind of surface. Together they cover every must.

import type { Surface, Requirement } from '../requirement.ts'

/** A named part of the set. */
export type Profile = {
  name: string
  title: string
  /** What its rows are judged by. */
  surface: Surface
  /** The sections whose rows belong to it; all of that surface when absent. */
  sections?: readonly string[]
}

/** Every profile, in the order in which reports list them. */
export const profiles: readonly Profile[] = [
  {
    name: 'core',
    title: 'Paths, objects, single reads and errors',
    surface: 'http',
    sections: ['paths-and-verbs', 'object-fields', 'envelopes', 'get', 'errors'],
  },
  {
    name: 'list-watch',
    title: 'Lists, paging and watches',
    surface: 'http',
    sections: ['list', 'paging', 'watch', 'limits'],
  },
  {
    name: 'write',
    title: 'Create, update, delete and finalizers',
    surface: 'http',
    sections: ['create-and-update', 'delete-and-finalizers'],
  },
  {
    name: 'validation',
    title: 'Field validation and dry run',
    surface: 'http',
    sections: ['field-validation', 'dry-run'],
  },
  { name: 'patch', title: 'Patches', surface: 'http', sections: ['patch'] },
  { name: 'apply', title: 'Server-side apply', surface: 'http', sections: ['server-side-apply'] },
  {
    name: 'custom-resources',
    title: 'Custom resources',
    surface: 'http',
    sections: ['custom-resources'],
  },
  { name: 'encodings', title: 'Encodings of objects', surface: 'http', sections: ['encodings'] },
  { name: 'tables', title: 'Tables and partial metadata', surface: 'http', sections: ['table'] },
  {
    name: 'admin',
    title: 'Health checks, versions and feature gates',
    surface: 'http',
    sections: ['health', 'versioning-and-gates'],
  },
  { name: 'configuration', title: 'Configuration files', surface: 'document' },
  { name: 'node-agent', title: 'Command line of the node agent', surface: 'flags' },
]

/** What `--profile` takes. */
export const profileNames: readonly string[] = profiles.map(({ name }) => name)

/** The profile of a name, or undefined. */
export const profileNamed = (name: string): Profile | undefined =>
  profiles.find(profile => profile.name === name)

/** Whether a row, if it is in the set, belongs to a profile. */
export const isInProfile = (row: Requirement, { surface, sections }: Profile): boolean =>
  row.surface === surface && (sections?.includes(row.section) ?? true)
