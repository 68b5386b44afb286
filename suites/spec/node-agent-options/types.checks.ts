// Every option of the node agent has a type and a default.

import { agentOptions } from '../../../properties/models/config/agent-options.ts'
import type { OptionRow } from '../../../properties/models/config/agent-options.ts'
import { ill, meant } from '../../../properties/models/config/option-types.ts'
import {
  goodLine,
  lineMeans,
  lineRefused,
  lineTaken,
  onlyIn,
} from '../../../properties/scenarios/node-agent-options/options.ts'
import type { Line } from '../../../properties/scenarios/node-agent-options/options.ts'
import { commandLines } from '../../configuration.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

/** Where the genuine agent differs from a row, the row is judged in one dialect alone. */
const inCluster = (lines: Line[], differs: boolean): Line[] =>
  differs ? lines.map(line => onlyIn('cluster', line)) : lines

function typed(row: OptionRow): Check {
  const { id, name, type, byDefault, good, genuine } = row
  const means = (...flags: string[]) => lineMeans(flags, name, meant(type, good))
  const items = good.split(',')
  const kept = [
    goodLine(row, lineTaken),
    goodLine(row, means),
    ...(type === 'list' ? [goodLine(row, means, items)] : []),
    ...(name === '--v' ? [lineMeans([`-v=${good}`], name, meant(type, good))] : []),
  ]
  const refused = (...flags: string[]) => lineRefused(flags)
  const ills = ill[type].map(value => goodLine(row, refused, [value]))
  const unset = byDefault === undefined ? [] : [lineMeans([], name, byDefault)]
  const shown = byDefault === undefined ? '' : `, by default ${JSON.stringify(byDefault)}`
  return commandLines(
    // The table's ids are of the catalogue, as the catalogue's own test would notice.
    id as Id,
    `\`${name}\` takes a ${type}${shown}.`,
    ...inCluster(kept, genuine === 'none' || genuine === 'refuses it'),
    ...inCluster(ills, genuine === 'none' || genuine === 'takes more'),
    ...inCluster(unset, genuine === 'none' || genuine === 'another default'),
  )
}

const own = '--image-service-endpoint'

export default [
  ...agentOptions.filter(({ id }) => id !== 'AGENT-059').map(typed),
  commandLines(
    'AGENT-052',
    '`--help` takes no value.',
    lineTaken('--help'),
    lineTaken('-h'),
    lineMeans([], '--help', null),
    lineRefused(['--help=maybe']),
  ),
  commandLines(
    'AGENT-059',
    'Images are where the runtime is, unless `--image-service-endpoint` says otherwise.',
    lineTaken(`${own}=unix:///run/images.sock`),
    lineMeans([`${own}=unix:///run/images.sock`], own, 'unix:///run/images.sock'),
    onlyIn(
      'cluster',
      lineMeans(['--container-runtime-endpoint=unix:///run/one.sock'], own, 'unix:///run/one.sock'),
    ),
  ),
  commandLines(
    'AGENT-130',
    '`--version` takes true, a version or nothing, and is unset by default.',
    lineTaken('--version'),
    lineTaken('--version=true'),
    onlyIn('cluster', lineTaken('--version=v1.2.3')),
    onlyIn('cluster', lineMeans(['--version=v1.2.3'], '--version', 'v1.2.3')),
    onlyIn('cluster', lineMeans([], '--version', null)),
    lineRefused(['--version=perhaps']),
  ),
]
