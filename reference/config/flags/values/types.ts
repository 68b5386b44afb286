// The types that a row of the table may name.

import { duration, durationOrNumber } from './durations.ts'
import { booleanPairs, headers, strings } from './lists.ts'
import * as nodes from './nodes.ts'
import { quantity } from './quantities.ts'
import type { ValueForm } from './reading.ts'
import * as resources from './resources.ts'
import { boolean, endpoint, int32, int64, level, string, version } from './scalars.ts'

export const valueForms = {
  address: nodes.address,
  addresses: nodes.addresses,
  boolean,
  booleanPairs,
  cidr: nodes.cidr,
  duration,
  durationOrNumber,
  endpoint,
  gracePeriods: resources.gracePeriods,
  headers,
  int32,
  int64,
  labels: nodes.labels,
  level,
  looseAddresses: nodes.looseAddresses,
  looseLabels: nodes.looseLabels,
  looseNodeAddresses: nodes.looseNodeAddresses,
  looseTaints: nodes.looseTaints,
  memoryReservations: nodes.memoryReservations,
  nodeAddresses: nodes.nodeAddresses,
  option: resources.option,
  options: resources.options,
  patterns: resources.patterns,
  processors: nodes.processors,
  quantity,
  reclaims: resources.reclaims,
  reservations: resources.reservations,
  shares: resources.shares,
  string,
  strings,
  taints: nodes.taints,
  thresholds: resources.thresholds,
  version,
} as const satisfies { readonly [name: string]: ValueForm }

export type ValueType = keyof typeof valueForms
