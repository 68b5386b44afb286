// Every option of the node agent has a type and a default.

import { agentOptions, ill } from '../../../properties/models/config/agent-options.ts'
import type { OptionRow } from '../../../properties/models/config/agent-options.ts'
import {
  around,
  lineMeans,
  lineRefused,
  lineTaken,
  onlyIn,
} from '../../../properties/scenarios/options.ts'
import { commandLines } from '../../check.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

function typed({ id, name, type, byDefault, good, genuine, gate }: OptionRow): Check {
  const bad = ill[type]
  const gates = gate === undefined ? {} : { gates: { [gate]: true } }
  const taken = around(gates, lineTaken(`${name}=${good}`))
  const means = byDefault === undefined ? [] : [lineMeans([], name, byDefault)]
  const shown = byDefault === undefined ? '' : `, by default ${JSON.stringify(byDefault)}`
  return commandLines(
    // The table's ids are of the catalogue, as the catalogue's own test would notice.
    id as Id,
    `\`${name}\` takes a ${type}${shown}.`,
    ...(genuine === 'none'
      ? [onlyIn('cluster', taken), onlyIn('kubernetes', lineRefused([`${name}=${good}`]))]
      : [taken]),
    ...(bad === undefined ? [] : [lineRefused([`${name}=${bad}`])]),
    ...(genuine === undefined ? means : means.map(line => onlyIn('cluster', line))),
  )
}

const own = '--image-service-endpoint'
const plugins = '--image-credential-provider-'

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
    'AGENT-055',
    '`--image-credential-provider-bin-dir` takes a text and is unset by default.',
    lineTaken(`${plugins}bin-dir=/opt/bin`, `${plugins}config=/etc/plugins.yaml`),
    lineMeans([], `${plugins}bin-dir`, null),
  ),
  commandLines(
    'AGENT-056',
    '`--image-credential-provider-config` takes a text and is unset by default.',
    lineTaken(`${plugins}config=/etc/plugins.yaml`, `${plugins}bin-dir=/opt/bin`),
    lineMeans([], `${plugins}config`, null),
  ),
  commandLines(
    'AGENT-059',
    'Images are where the runtime is, unless `--image-service-endpoint` says otherwise.',
    lineTaken(`${own}=unix:///run/images.sock`),
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
    onlyIn('cluster', lineMeans([], '--version', null)),
    lineRefused(['--version=perhaps']),
  ),
]
