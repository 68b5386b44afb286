// What makes several rows fail at once, most telling first: a row belongs to the first cause that
// explains it.

import type { Capability } from '../suites/verdict.ts'
import type { Severity } from './severity.ts'

/** Of a failing row: what decides whether a cause explains it. */
export type Evident = {
  id: string
  section: string
  /** The method of the request that shows the fault. */
  method: string
  /** A refusal was expected, and the request succeeded. */
  isWrongSuccess: boolean
  /** The status that was expected, where a certain one was. */
  expected: number | undefined
  /** The status that came, or none. */
  status: number | undefined
  /** Watches were answered with events in this run, whatever their form. */
  isWatchHad: boolean
  /** What was expected, in words. */
  awaited: string
}

export type Cause = {
  /** What the server does, in a sentence without a full stop. */
  title: string
  /** What the server never showed in the whole run. */
  lacks?: Capability
  /** How many rows it has to explain at least, where nothing else shows that it is one cause. */
  rowsMin?: number
  severity: Severity
  /** The rows that show it best, best first. */
  leads: string[]
  /** Set where asking for it is not what shows it: which failing rows it explains. */
  explains?: (failed: Evident) => boolean
}

const isWrite = ({ method }: Pick<Evident, 'method'>): boolean =>
  ['POST', 'PUT', 'PATCH'].includes(method)

const stalePuts = ['WRITE-009', 'WRITE-010', 'ERR-008', 'K8S-ERR-004']

const discovery = ['K8S-PATH-008', 'K8S-PATH-009', 'K8S-PATH-010']

export const causes: Cause[] = [
  {
    title: 'Watches are not served: a list or a refusal comes instead of events',
    lacks: 'watch',
    severity: 'missing',
    leads: ['WATCH-001', 'PATH-018', 'WATCH-003'],
  },
  {
    title: 'Only watch=true begins a watch, and watch=1 does not',
    severity: 'missing',
    leads: ['WATCH-001'],
    explains: ({ id, isWatchHad, awaited }) =>
      id === 'WATCH-001' && isWatchHad && awaited.startsWith('first a document'),
  },
  {
    title: 'Only watch=1 begins a watch, and watch=true does not',
    severity: 'missing',
    leads: ['K8S-WATCH-038'],
    explains: ({ id, isWatchHad, awaited }) =>
      id === 'K8S-WATCH-038' && isWatchHad && awaited.startsWith('first a document'),
  },
  {
    title: 'Discovery documents are not served',
    rowsMin: 2,
    severity: 'missing',
    leads: discovery,
    explains: ({ id, status = 0 }) => discovery.includes(id) && status >= 400,
  },
  {
    title: 'PATCH is refused',
    lacks: 'patch',
    severity: 'missing',
    leads: ['PATH-014', 'PTCH-001', 'PTCH-002', 'PTCH-011'],
  },
  {
    title: 'Server-side applies are refused',
    lacks: 'apply',
    severity: 'missing',
    leads: ['APPLY-001', 'APPLY-002'],
  },
  {
    title: 'JSON patches are refused',
    lacks: 'json-patch',
    severity: 'missing',
    leads: ['PTCH-002', 'PTCH-003'],
  },
  {
    title: 'JSON merge patches are refused',
    lacks: 'merge-patch',
    severity: 'missing',
    leads: ['PTCH-011', 'PTCH-013'],
  },
  {
    title: 'Strategic merge patches are refused',
    lacks: 'strategic-merge-patch',
    severity: 'missing',
    leads: ['PTCH-015'],
  },
  {
    title: 'Writes ignore dryRun=All and are stored',
    lacks: 'dry-run',
    severity: 'wrong success',
    leads: ['DRY-001', 'DRY-011', 'DRY-002', 'DRY-004'],
  },
  {
    title: 'Health endpoints are not served',
    lacks: 'health',
    severity: 'missing',
    leads: ['HEALTH-001', 'HEALTH-002', 'HEALTH-003'],
  },
  {
    title: 'A request with a bad token is served',
    lacks: 'authentication',
    severity: 'wrong success',
    leads: ['K8S-ERR-007', 'K8S-ERR-010'],
  },
  {
    title: 'Answers ignore Accept: they are always JSON',
    lacks: 'negotiation',
    severity: 'missing',
    leads: ['ENC-005', 'ERR-007', 'ENC-012'],
  },
  {
    title: 'Bodies in YAML are refused',
    lacks: 'yaml',
    severity: 'missing',
    leads: ['ENC-003', 'WRITE-004'],
  },
  {
    title: 'Long answers are never compressed',
    lacks: 'compression',
    severity: 'missing',
    leads: ['ENC-034', 'ENC-033'],
  },
  {
    title: 'Lists ignore limit',
    lacks: 'paging',
    severity: 'missing',
    leads: ['PAGE-001', 'LIST-004', 'PAGE-002'],
  },
  {
    title: 'Lists ignore resourceVersionMatch=Exact: they show another state',
    lacks: 'exact-lists',
    severity: 'data',
    leads: ['LIST-025', 'LIST-012', 'LIST-015'],
  },
  {
    title: 'A PUT with a stale resourceVersion overwrites',
    rowsMin: 2,
    severity: 'data',
    leads: stalePuts,
    explains: ({ id, method, isWrongSuccess, expected }) =>
      stalePuts.includes(id) || (method === 'PUT' && isWrongSuccess && expected === 409),
  },
  {
    title: 'Writes never warn of a field',
    lacks: 'warnings',
    severity: 'missing',
    leads: ['VALID-011', 'VALID-009', 'VALID-010'],
    explains: ({ awaited, ...failed }) =>
      isWrite(failed) && !failed.isWrongSuccess && /\bwarning|^299 /.test(awaited),
  },
  {
    title: 'Invalid objects are stored',
    rowsMin: 4,
    severity: 'wrong success',
    leads: ['ERR-005', 'K8S-ERR-005', 'K8S-OBJ-005', 'K8S-OBJ-007'],
    explains: failed => isWrite(failed) && failed.isWrongSuccess,
  },
  {
    title: 'Lists ignore query parameters that are not valid',
    rowsMin: 2,
    severity: 'wrong success',
    leads: ['LIST-027', 'K8S-LIST-002', 'K8S-LIST-001'],
    explains: ({ method, isWrongSuccess }) => method === 'GET' && isWrongSuccess,
  },
  {
    title: 'Refusals carry no Status',
    lacks: 'status-bodies',
    severity: 'wrong answer',
    leads: ['ENV-009', 'ERR-001'],
    // Of a request that should have succeeded the fault is its refusal, not what that looks like.
    explains: ({ status = 0, expected, awaited }) =>
      status >= 400 &&
      (expected === undefined ? !/^(a )?success|^2\d\d/.test(awaited) : expected === status),
  },
]
