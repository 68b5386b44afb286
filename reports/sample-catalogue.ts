// The catalogue of the sample report, and its profiles.

import type { Requirement, Strength } from '../suites/requirement.ts'
import type { ProfileRows } from './claims.ts'

/** Two profiles of the sample's rows. */
export function sampleProfiles(catalogue: Requirement[]): ProfileRows[] {
  const idsOf = (sections: string[]) =>
    new Set(catalogue.filter(row => sections.includes(row.section)).map(row => row.id))
  return [
    {
      name: 'list-watch',
      title: 'Lists, paging and watches',
      digest: '5b1e77c09a3d4f26',
      ids: idsOf(['list', 'paging']),
    },
    {
      name: 'write',
      title: 'Create, update, delete and finalizers',
      digest: 'e8400d1f62c5ba97',
      ids: idsOf(['create-and-update']),
    },
  ]
}

/** Eighteen rows of four sections. */
export function sampleCatalogue(): Requirement[] {
  return texts.map(([id, title, rule, strength = 'must']) => ({
    id,
    section: sectionOf(id),
    title,
    rule,
    source: 'List, get and watch semantics',
    strength,
    subject: 'wire',
    surface: 'http',
    how: 'as the rule says',
    form: 'property',
    when: '',
  }))
}

const texts: [string, string, string, Strength?][] = [
  ['LIST-001', 'No paging, rv unset', 'A list answers with the newest version.'],
  ['LIST-002', 'No paging, rv=0', 'A list with resourceVersion=0 answers with any version.'],
  ['LIST-007', 'Limit and continue, rv unset', 'A continued list goes on in its snapshot.'],
  ['LIST-012', 'Exact, no paging', 'A list with Exact answers at exactly that version.'],
  ['LIST-036', 'limit with resourceVersion 0', 'Silent: is a limit honoured?', 'silent'],
  ['LIST-040', 'Lists are consistent', 'A list shows one state of the collection.'],
  ['PAGE-001', 'Chunk has at most limit items', 'With `limit=n` a chunk holds n items at most.'],
  ['PAGE-003', 'Every item once', 'Following tokens returns each item exactly once.'],
  [
    'PAGE-004',
    'resourceVersion constant across chunks',
    '`metadata.resourceVersion` is the same in all chunks of one list.',
  ],
  ['PAGE-005', 'Chunks show one snapshot', 'Later writes do not alter later chunks.'],
  ['PAGE-007', 'Expired token gives 410', 'A request with an expired token is answered 410 Gone.'],
  ['WRITE-001', 'Create returns the created object', 'A POST is answered by the created object.'],
  [
    'WRITE-009',
    'Stale PUT changes nothing',
    'A PUT with a stale version leaves the stored object and its version unchanged.',
  ],
  ['WRITE-010', 'One of several concurrent PUTs wins', 'Exactly one of concurrent PUTs succeeds.'],
  ['WRITE-011', 'PUT keeps identity metadata', 'PUT keeps uid and creationTimestamp.'],
  ['WRITE-014', 'PUT returns the updated object', 'A PUT is answered by the object as stored.'],
  [
    'WATCH-001',
    'watch=1 turns a GET into a watch',
    'A GET with `watch=1` is answered by a stream.',
  ],
  ['WATCH-030', 'Bookmarks are optional', 'A server may leave bookmarks out.', 'may'],
]

function sectionOf(id: string): string {
  if (id.startsWith('PAGE')) return 'paging'
  if (id.startsWith('WRITE')) return 'create-and-update'
  return id.startsWith('WATCH') ? 'watch' : 'list'
}
