// kubectl commands for custom types: create a definition, work with its objects, and delete it.

import {
  editCommand,
  explainCommand,
  commandWithInput,
  plainCommand,
  waitingCommand,
  watchCommand,
} from './kubectl-command-builders.ts'
import type { KubectlCommand } from './kubectl-command-builders.ts'

const properties = (fields: object, description: string) => ({
  type: 'object',
  description,
  properties: fields,
})

const spec = {
  ...properties(
    {
      size: { type: 'integer', minimum: 1, maximum: 9, description: 'How large it is.' },
      colour: { type: 'string', enum: ['red', 'blue'], default: 'red' },
      replicas: { type: 'integer', format: 'int32' },
      parts: {
        type: 'array',
        maxItems: 10,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: {
          ...properties({ name: { type: 'string' }, weight: { type: 'integer' } }, 'One part.'),
          required: ['name'],
        },
      },
    },
    'What is wanted of a widget.',
  ),
  required: ['size'],
  'x-kubernetes-validations': [
    {
      rule: "self.colour != 'blue' || self.size > 1",
      message: 'what is blue is larger than 1',
    },
  ],
}

const status = properties(
  {
    ready: { type: 'boolean' },
    replicas: { type: 'integer' },
    conditions: {
      type: 'array',
      items: properties({ type: { type: 'string' }, status: { type: 'string' } }, 'What holds.'),
    },
  },
  'What has become of a widget.',
)

const column = (name: string, jsonPath: string, type: string, more: object = {}) => ({
  name,
  jsonPath,
  type,
  ...more,
})

const version = (name: string, isStored: boolean) => ({
  name,
  served: true,
  storage: isStored,
  schema: { openAPIV3Schema: properties({ spec, status }, 'Something to try things with.') },
  subresources: {
    status: {},
    scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
  },
  additionalPrinterColumns: [
    column('Size', '.spec.size', 'integer'),
    column('Ready', '.status.ready', 'boolean'),
    column('Colour', '.spec.colour', 'string', { priority: 1 }),
    column('Since', '.metadata.creationTimestamp', 'date'),
  ],
})

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.shop.example' },
  spec: {
    group: 'shop.example',
    scope: 'Namespaced',
    names: {
      plural: 'widgets',
      singular: 'widget',
      kind: 'Widget',
      listKind: 'WidgetList',
      shortNames: ['wd'],
      categories: ['all'],
    },
    versions: [version('v1', true), version('v1beta1', false)],
  },
}

const widget = (name: string, wanted: object) => ({
  apiVersion: 'shop.example/v1',
  kind: 'Widget',
  metadata: { name, namespace: 'custom' },
  spec: wanted,
})

const wrongDefinition = {
  ...definition,
  metadata: { name: 'wrong.shop.example' },
}

const defining: readonly KubectlCommand[] = [
  plainCommand('create namespace custom'),
  plainCommand('get widgets -n custom'),
  commandWithInput('apply -f -', definition),
  waitingCommand('wait crd/widgets.shop.example --for=condition=Established --timeout=20s'),
  waitingCommand('wait crd/absent.shop.example --for=condition=Established --timeout=2s'),
  commandWithInput('apply -f -', definition),
  commandWithInput('apply -f -', wrongDefinition),
  plainCommand('get crd'),
  plainCommand('get crd widgets.shop.example -o yaml'),
  plainCommand('describe crd widgets.shop.example'),
  plainCommand('api-resources --api-group=shop.example -o wide'),
  // A genuine server adds a new type to its OpenAPI documents with a delay.
  { ...explainCommand('explain widget'), comes: true },
  plainCommand('explain widget.spec'),
  plainCommand('explain widget.spec.parts --recursive'),
  { ...explainCommand('explain widget --api-version=shop.example/v1beta1'), comes: true },
  plainCommand('explain widget.absent'),
]

const using: readonly KubectlCommand[] = [
  commandWithInput('create -f -', widget('made', { size: 1 })),
  commandWithInput('create -f -', widget('made', { size: 1 })),
  commandWithInput('create -f -', widget('wrong', { size: 10 })),
  commandWithInput('create -f - --dry-run=server', widget('wrong', { size: 1, colour: 'blue' })),
  commandWithInput('create -f -', widget('wrong', { size: 1, shape: 'round' })),
  commandWithInput(
    'create -f - --validate=ignore -o yaml',
    widget('pruned', { size: 1, shape: 'round' }),
  ),
  plainCommand('get widgets -n custom'),
  plainCommand('get wd -n custom -o wide'),
  plainCommand('get widget made -n custom -o yaml'),
  plainCommand('get widgets.v1beta1.shop.example made -n custom -o jsonpath={.apiVersion}'),
  plainCommand('get all -n custom'),
  plainCommand('describe widget made -n custom'),
  commandWithInput('apply -f -', widget('applied', { size: 2 })),
  commandWithInput('apply -f -', widget('applied', { size: 3, parts: [{ name: 'a', weight: 1 }] })),
  commandWithInput('diff -f -', widget('applied', { size: 4 })),
  commandWithInput(
    'apply --server-side -f -',
    widget('shared', { size: 2, parts: [{ name: 'a' }] }),
  ),
  commandWithInput(
    'apply --server-side --field-manager=other -f -',
    widget('shared', { size: 3, parts: [{ name: 'b' }] }),
  ),
  commandWithInput(
    'apply --server-side --field-manager=other --force-conflicts -f -',
    widget('shared', { size: 3, parts: [{ name: 'b' }] }),
  ),
  plainCommand('get widget shared -n custom -o yaml --show-managed-fields'),
  plainCommand('patch widget made -n custom --type=merge -p {"spec":{"size":5}}'),
  plainCommand('patch widget made -n custom --type=merge -p {"spec":{"size":50}}'),
  plainCommand(
    'patch widget made -n custom --type=json -p [{"op":"replace","path":"/spec/size","value":6}]',
  ),
  plainCommand('patch widget made -n custom -p {"spec":{"size":7}}'),
  plainCommand(
    'patch widget made -n custom --subresource=status --type=merge -p ' +
      '{"status":{"ready":true,"replicas":1,"conditions":[{"type":"Ready","status":"True"}]}}',
  ),
  waitingCommand('wait widget/made -n custom --for=condition=Ready --timeout=5s'),
  waitingCommand('wait widget/made -n custom --for=jsonpath={.status.ready}=true --timeout=5s'),
  plainCommand('get widgets -n custom'),
  plainCommand('get widget made -n custom --subresource=status -o jsonpath={.status}'),
  plainCommand('get widget made -n custom --subresource=scale'),
  plainCommand('scale widget made -n custom --replicas=1'),
  plainCommand('patch widget made -n custom --type=merge -p {"spec":{"replicas":2}}'),
  plainCommand('scale widget made -n custom --replicas=3'),
  plainCommand('get widget made -n custom --subresource=scale'),
  plainCommand('label widget made -n custom a=b'),
  plainCommand('annotate widget made -n custom a=b'),
  editCommand('edit widget made -n custom', '/size:/s/6/8/'),
  plainCommand(
    'get widgets -n custom -l a=b -o custom-columns=NAME:.metadata.name,SIZE:.spec.size',
  ),
  plainCommand('get widgets -n custom --sort-by=.spec.size'),
  plainCommand('get widgets -n custom --field-selector=metadata.name=made'),
  plainCommand('get widgets -n custom --field-selector=spec.size=1'),
  watchCommand('get widgets -n custom -w --field-selector=metadata.name=seen', 3, [
    commandWithInput('create -f -', widget('seen', { size: 1 })),
    plainCommand('delete widget seen -n custom'),
  ]),
  plainCommand('auth can-i create widgets.shop.example'),
  plainCommand('events --for widget/made -n custom'),
]

const ending: readonly KubectlCommand[] = [
  waitingCommand('delete widget made -n custom'),
  waitingCommand('delete widgets --all -n custom'),
  commandWithInput('create -f -', widget('last', { size: 1 })),
  waitingCommand('delete crd widgets.shop.example'),
  plainCommand('get widgets -n custom'),
  plainCommand('get crd widgets.shop.example'),
  waitingCommand('delete namespace custom'),
]

export const customCommands: readonly KubectlCommand[] = [...defining, ...using, ...ending]
