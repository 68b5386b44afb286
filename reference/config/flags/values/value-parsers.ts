// Maps the value types of the table to their parsers.

import { durationParser, durationOrNumberParser } from './duration-parsers.ts'
import { booleanPairsParser, headersParser, stringListParser } from './list-parsers.ts'
import * as nodes from './node-parsers.ts'
import { quantityParser } from './quantity-parser.ts'
import type { ValueParser } from './value-parser.ts'
import * as resources from './resource-parsers.ts'
import {
  booleanParser,
  endpointParser,
  int32Parser,
  int64Parser,
  logLevelParser,
  stringParser,
  versionParser,
} from './scalar-parsers.ts'

export const valueParsers = {
  address: nodes.address,
  addresses: nodes.addressList,
  boolean: booleanParser,
  booleanPairs: booleanPairsParser,
  cidr: nodes.cidr,
  duration: durationParser,
  durationOrNumber: durationOrNumberParser,
  endpoint: endpointParser,
  gracePeriods: resources.gracePeriods,
  headers: headersParser,
  int32: int32Parser,
  int64: int64Parser,
  labels: nodes.labels,
  level: logLevelParser,
  looseAddresses: nodes.looseAddresses,
  looseLabels: nodes.looseLabels,
  looseNodeAddresses: nodes.looseNodeAddresses,
  looseTaints: nodes.looseTaints,
  memoryReservations: nodes.memoryReservations,
  nodeAddresses: nodes.nodeAddresses,
  option: resources.option,
  options: resources.options,
  patterns: resources.patterns,
  processors: nodes.cpuSet,
  quantity: quantityParser,
  reclaims: resources.minimumReclaims,
  reservations: resources.resourceReservations,
  shares: resources.percentages,
  string: stringParser,
  strings: stringListParser,
  taints: nodes.taints,
  thresholds: resources.thresholds,
  version: versionParser,
} as const satisfies { readonly [name: string]: ValueParser }

export type ValueType = keyof typeof valueParsers
