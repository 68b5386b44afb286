// The profiles: named parts of the set, each of which a server can claim separately. A profile is
// data: the rows of some sections at one surface. Together the profiles cover every must.

import type { Surface, Requirement } from '../requirement.ts'

/** A named part of the set. */
export type Profile = {
  name: string
  title: string
  /** The surface at which its rows are judged. */
  surface: Surface
  /** The sections whose rows belong to it; all sections of the surface if absent. */
  sections?: readonly string[]
}

/** All profiles, in the order of reports. */
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
  {
    name: 'admission-policies',
    title: 'Admission policies',
    surface: 'http',
    sections: ['admission'],
  },
  { name: 'encodings', title: 'Encodings of objects', surface: 'http', sections: ['encodings'] },
  { name: 'tables', title: 'Tables and partial metadata', surface: 'http', sections: ['table'] },
  {
    name: 'admin',
    title: 'Rejected credentials, permissions, health checks, versions, gates, encrypted objects',
    surface: 'http',
    sections: ['authentication', 'authorization', 'health', 'versioning-and-gates', 'encryption'],
  },
  { name: 'configuration', title: 'Configuration files', surface: 'document' },
  { name: 'node-agent', title: 'Command line of the node agent', surface: 'flags' },
  { name: 'started-servers', title: 'Servers that are started with files', surface: 'process' },
  { name: 'started-agents', title: 'Node agents that are started', surface: 'agent' },
]

/** The values of `--profile`. */
export const profileNames: readonly string[] = profiles.map(({ name }) => name)

/** The profile with a name, or undefined. */
export const profileNamed = (name: string): Profile | undefined =>
  profiles.find(profile => profile.name === name)

/** Whether a row of the set belongs to a profile. */
export const isInProfile = (row: Requirement, { surface, sections }: Profile): boolean =>
  row.surface === surface && (sections?.includes(row.section) ?? true)
