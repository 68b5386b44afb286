// Generates kubectl commands from its verbs, flags and output formats, some of which have one
// fault. They read, or write in a server-side dry run.

import type { KubectlInvocation } from '../kubectl.ts'
import { mergePatch, metadataFaults, drawObjectName } from './bodies.ts'
import type { RandomSource } from './draw.ts'
import {
  fieldSelectors,
  labelSelectors,
  drawnNamespace,
  drawnTypes,
  wrongFieldSelectors,
  wrongLabelSelectors,
} from './vocabulary.ts'
import type { DrawnType } from './vocabulary.ts'

type Form = (draw: RandomSource, type: DrawnType) => KubectlInvocation

/** Draws the next command. */
export function drawCommand(draw: RandomSource): KubectlInvocation {
  draw.begin()
  return draw.pick(forms)(draw, draw.pick(drawnTypes))
}

const place = ['-n', drawnNamespace]
const dryRun = ['--dry-run=server']

const outputs = [
  'json',
  'yaml',
  'name',
  'wide',
  'jsonpath={.metadata.name}',
  'custom-columns=NAME:.metadata.name,KIND:.kind',
  'go-template={{.metadata.name}}',
]
const wrongOutputs = ['xml', 'jsonpath={.a', 'custom-columns=NAME']

const output = (draw: RandomSource): string[] =>
  draw.oneIn(2) ? [`-o=${draw.either(outputs, wrongOutputs)}`] : []

const typeWord = (draw: RandomSource, { plural, kind, apiVersion }: DrawnType): string => {
  const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : []
  const full = version === undefined ? plural : `${plural}.${version}.${group}`
  return draw.oneIn(4) ? draw.either([kind.toLowerCase(), full], ['absents']) : plural
}

const listed = drawnTypes.filter(({ isNamespaced }) => isNamespaced)

const get: Form = (draw, type) => ({
  args: ['get', typeWord(draw, type), drawObjectName(draw, type), ...place, ...output(draw)],
})

function list(draw: RandomSource): KubectlInvocation {
  const type = draw.pick(listed)
  const labels = draw.oneIn(2) ? ['-l', draw.either(labelSelectors, wrongLabelSelectors)] : []
  const fields = draw.oneIn(3)
    ? [`--field-selector=${draw.either(fieldSelectors, wrongFieldSelectors)}`]
    : []
  const others = draw.oneIn(3)
    ? [draw.pick(['--show-labels', '--no-headers', '--sort-by=.metadata.name', '--chunk-size=1'])]
    : []
  return { args: ['get', type.plural, ...place, ...labels, ...fields, ...others, ...output(draw)] }
}

const part: Form = (draw, type) => ({
  args: [
    'get',
    type.plural,
    type.name,
    ...place,
    `--subresource=${draw.either(['status', 'scale'], ['log', 'nope'])}`,
  ],
})

const describe: Form = (draw, type) => ({
  args: ['describe', type.plural, drawObjectName(draw, type), ...place],
})

const patchTypes = ['merge', 'strategic', 'json'] as const

const patch: Form = (draw, type) => {
  const form = draw.pick(patchTypes)
  const change = draw.either(type.changes, [
    ...type.wrongChanges,
    ...metadataFaults.map(metadata => ({ metadata })),
  ])
  const value =
    form === 'json'
      ? [
          draw.either<unknown>(
            [{ op: 'add', path: '/metadata/labels/a', value: 'b' }],
            [
              { op: 'test', path: '/kind', value: 'x' },
              { op: 'remove', path: '/absent' },
            ],
          ),
        ]
      : change
  const flags = [`--type=${form}`, `-p=${JSON.stringify(value)}`]
  return { args: ['patch', type.plural, type.name, ...place, ...dryRun, ...flags, ...output(draw)] }
}

/** Builds a command that writes an object from the standard input. */
function writeFromInput(
  draw: RandomSource,
  type: DrawnType,
  args: readonly string[],
  name: string,
): KubectlInvocation {
  const { apiVersion, kind, make } = type
  const metadata = { name, ...draw.either([{}, { labels: { a: 'b' } }], metadataFaults) }
  const change = draw.oneIn(2) ? draw.either(type.changes, type.wrongChanges) : {}
  const object = mergePatch({ apiVersion, kind, metadata, ...make }, change)
  const validation = draw.oneIn(3) ? [`--validate=${draw.pick(['strict', 'warn', 'ignore'])}`] : []
  return {
    args: [...args, '-f', '-', ...place, ...dryRun, ...validation, ...output(draw)],
    input: JSON.stringify(object),
  }
}

const apply: Form = (draw, type) => {
  const server = ['--server-side', ...(draw.oneIn(2) ? ['--force-conflicts'] : [])]
  const name = draw.pick([type.name, 'another'])
  return writeFromInput(draw, type, ['apply', ...(draw.oneIn(2) ? server : [])], name)
}

const create: Form = (draw, type) =>
  writeFromInput(draw, type, ['create'], draw.either(['another'], [type.name]))

const replace: Form = (draw, type) =>
  writeFromInput(draw, type, ['replace'], drawObjectName(draw, type))

const mark: Form = (draw, type) => ({
  args: [
    draw.pick(['label', 'annotate']),
    type.plural,
    drawObjectName(draw, type),
    draw.either(['seen=1', 'app-', 'app=x', 'absent-'], ['a b=1', '=x', 'a=b=c', 'seen']),
    ...(draw.oneIn(2) ? ['--overwrite'] : []),
    ...place,
    ...dryRun,
  ],
})

const scale: Form = (draw, type) => ({
  args: [
    'scale',
    `${type.plural}/${drawObjectName(draw, type)}`,
    `--replicas=${draw.either(['0', '3'], ['-1', 'x'])}`,
    ...(draw.oneIn(3) ? ['--current-replicas=1'] : []),
    ...place,
    ...dryRun,
  ],
})

const remove: Form = (draw, type) => ({
  args: [
    'delete',
    type.plural,
    drawObjectName(draw, type),
    ...(draw.oneIn(2)
      ? [`--cascade=${draw.either(['background', 'foreground', 'orphan'], ['x'])}`]
      : []),
    ...place,
    ...dryRun,
  ],
})

const may: Form = (draw, type) => ({
  args: [
    'auth',
    'can-i',
    draw.either(['get', 'list', 'create', 'deletecollection', '*'], ['fly']),
    typeWord(draw, type),
    ...place,
    ...(draw.oneIn(2)
      ? [`--as=${draw.pick(['nobody', 'system:serviceaccount:drawn:default', 'system:anonymous'])}`]
      : []),
  ],
})

const as: Form = (draw, type) => ({
  args: [
    draw.pick(['get', 'describe']),
    type.plural,
    type.name,
    ...place,
    `--as=${draw.pick(['nobody', 'system:serviceaccount:drawn:default', 'system:anonymous'])}`,
    ...(draw.oneIn(2) ? [`--as-group=${draw.pick(['system:masters', 'others'])}`] : []),
  ],
})

const whoami: Form = draw => ({
  args: [
    'auth',
    'whoami',
    `--as=${draw.pick(['nobody', 'system:serviceaccount:drawn:default'])}`,
    ...(draw.oneIn(2) ? ['--as-group=one', '--as-group=two'] : []),
    ...(draw.oneIn(3) ? ['--as-uid=u1'] : []),
    '-o=json',
  ],
})

const forms: readonly Form[] = [
  get,
  get,
  list,
  list,
  list,
  part,
  describe,
  patch,
  patch,
  patch,
  apply,
  apply,
  create,
  create,
  replace,
  mark,
  mark,
  scale,
  remove,
  may,
  as,
  whoami,
]
