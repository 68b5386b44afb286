// Checks the type and the default of every option of the node agent.

import { agentOptions } from '../../../properties/models/config/agent-options.ts'
import type { OptionRow } from '../../../properties/models/config/agent-options.ts'
import { invalidTexts, parseOptionText } from '../../../properties/models/config/option-types.ts'
import {
  validLine,
  lineWithValue,
  refusedLine,
  acceptedLine,
  lineOnlyIn,
} from '../../../properties/scenarios/node-agent-options/command-lines.ts'
import type { CommandLineCase } from '../../../properties/scenarios/node-agent-options/command-lines.ts'
import { commandLineCheck } from '../../configuration-checks.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

/** If the genuine agent departs from a row, the row is judged only in the dialect `cluster`. */
const inCluster = (lines: CommandLineCase[], differs: boolean): CommandLineCase[] =>
  differs ? lines.map(line => lineOnlyIn('cluster', line)) : lines

function typed(row: OptionRow): Check {
  const { id, name, type, byDefault, good, genuine } = row
  const means = (...flags: string[]) => lineWithValue(flags, name, parseOptionText(type, good))
  const items = good.split(',')
  const kept = [
    validLine(row, acceptedLine),
    validLine(row, means),
    ...(type === 'list' ? [validLine(row, means, items)] : []),
    ...(name === '--v' ? [lineWithValue([`-v=${good}`], name, parseOptionText(type, good))] : []),
  ]
  const refused = (...flags: string[]) => refusedLine(flags)
  const ills = invalidTexts[type].map(value => validLine(row, refused, [value]))
  const unset = byDefault === undefined ? [] : [lineWithValue([], name, byDefault)]
  const shown = byDefault === undefined ? '' : `, by default ${JSON.stringify(byDefault)}`
  return commandLineCheck(
    // The ids of the table are ids of the catalogue; a test of the catalogue verifies this.
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
  commandLineCheck(
    'AGENT-052',
    '`--help` takes no value.',
    acceptedLine('--help'),
    acceptedLine('-h'),
    lineWithValue([], '--help', null),
    refusedLine(['--help=maybe']),
  ),
  commandLineCheck(
    'AGENT-059',
    'The image service is at the runtime endpoint unless `--image-service-endpoint` is set.',
    acceptedLine(`${own}=unix:///run/images.sock`),
    lineWithValue([`${own}=unix:///run/images.sock`], own, 'unix:///run/images.sock'),
    lineOnlyIn(
      'cluster',
      lineWithValue(
        ['--container-runtime-endpoint=unix:///run/one.sock'],
        own,
        'unix:///run/one.sock',
      ),
    ),
  ),
  commandLineCheck(
    'AGENT-130',
    '`--version` takes true, a version or nothing, and is unset by default.',
    acceptedLine('--version'),
    acceptedLine('--version=true'),
    lineOnlyIn('cluster', acceptedLine('--version=v1.2.3')),
    lineOnlyIn('cluster', lineWithValue(['--version=v1.2.3'], '--version', 'v1.2.3')),
    lineOnlyIn('cluster', lineWithValue([], '--version', null)),
    refusedLine(['--version=perhaps']),
  ),
]
