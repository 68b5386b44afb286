// What people do with kubectl and types of their own: a definition, objects of it, and the end of it.

import { edited, explaining, given, simple, waiting, watched } from './kubectl-asked.ts'
import type { Asked } from './kubectl-asked.ts'

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

const defining: readonly Asked[] = [
  simple('create namespace custom'),
  simple('get widgets -n custom'),
  given('apply -f -', definition),
  waiting('wait crd/widgets.shop.example --for=condition=Established --timeout=20s'),
  waiting('wait crd/absent.shop.example --for=condition=Established --timeout=2s'),
  given('apply -f -', definition),
  given('apply -f -', wrongDefinition),
  simple('get crd'),
  simple('get crd widgets.shop.example -o yaml'),
  simple('describe crd widgets.shop.example'),
  simple('api-resources --api-group=shop.example -o wide'),
  // A genuine server makes its documents of a new type in its own time.
  { ...explaining('explain widget'), comes: true },
  simple('explain widget.spec'),
  simple('explain widget.spec.parts --recursive'),
  { ...explaining('explain widget --api-version=shop.example/v1beta1'), comes: true },
  simple('explain widget.absent'),
]

const using: readonly Asked[] = [
  given('create -f -', widget('made', { size: 1 })),
  given('create -f -', widget('made', { size: 1 })),
  given('create -f -', widget('wrong', { size: 10 })),
  given('create -f - --dry-run=server', widget('wrong', { size: 1, colour: 'blue' })),
  given('create -f -', widget('wrong', { size: 1, shape: 'round' })),
  given('create -f - --validate=ignore -o yaml', widget('pruned', { size: 1, shape: 'round' })),
  simple('get widgets -n custom'),
  simple('get wd -n custom -o wide'),
  simple('get widget made -n custom -o yaml'),
  simple('get widgets.v1beta1.shop.example made -n custom -o jsonpath={.apiVersion}'),
  simple('get all -n custom'),
  simple('describe widget made -n custom'),
  given('apply -f -', widget('applied', { size: 2 })),
  given('apply -f -', widget('applied', { size: 3, parts: [{ name: 'a', weight: 1 }] })),
  given('diff -f -', widget('applied', { size: 4 })),
  given('apply --server-side -f -', widget('shared', { size: 2, parts: [{ name: 'a' }] })),
  given(
    'apply --server-side --field-manager=other -f -',
    widget('shared', { size: 3, parts: [{ name: 'b' }] }),
  ),
  given(
    'apply --server-side --field-manager=other --force-conflicts -f -',
    widget('shared', { size: 3, parts: [{ name: 'b' }] }),
  ),
  simple('get widget shared -n custom -o yaml --show-managed-fields'),
  simple('patch widget made -n custom --type=merge -p {"spec":{"size":5}}'),
  simple('patch widget made -n custom --type=merge -p {"spec":{"size":50}}'),
  simple(
    'patch widget made -n custom --type=json -p [{"op":"replace","path":"/spec/size","value":6}]',
  ),
  simple('patch widget made -n custom -p {"spec":{"size":7}}'),
  simple(
    'patch widget made -n custom --subresource=status --type=merge -p ' +
      '{"status":{"ready":true,"replicas":1,"conditions":[{"type":"Ready","status":"True"}]}}',
  ),
  waiting('wait widget/made -n custom --for=condition=Ready --timeout=5s'),
  waiting('wait widget/made -n custom --for=jsonpath={.status.ready}=true --timeout=5s'),
  simple('get widgets -n custom'),
  simple('get widget made -n custom --subresource=status -o jsonpath={.status}'),
  simple('get widget made -n custom --subresource=scale'),
  simple('scale widget made -n custom --replicas=1'),
  simple('patch widget made -n custom --type=merge -p {"spec":{"replicas":2}}'),
  simple('scale widget made -n custom --replicas=3'),
  simple('get widget made -n custom --subresource=scale'),
  simple('label widget made -n custom a=b'),
  simple('annotate widget made -n custom a=b'),
  edited('edit widget made -n custom', '/size:/s/6/8/'),
  simple('get widgets -n custom -l a=b -o custom-columns=NAME:.metadata.name,SIZE:.spec.size'),
  simple('get widgets -n custom --sort-by=.spec.size'),
  simple('get widgets -n custom --field-selector=metadata.name=made'),
  simple('get widgets -n custom --field-selector=spec.size=1'),
  watched('get widgets -n custom -w --field-selector=metadata.name=seen', 3, [
    given('create -f -', widget('seen', { size: 1 })),
    simple('delete widget seen -n custom'),
  ]),
  simple('auth can-i create widgets.shop.example'),
  simple('events --for widget/made -n custom'),
]

const ending: readonly Asked[] = [
  waiting('delete widget made -n custom'),
  waiting('delete widgets --all -n custom'),
  given('create -f -', widget('last', { size: 1 })),
  waiting('delete crd widgets.shop.example'),
  simple('get widgets -n custom'),
  simple('get crd widgets.shop.example'),
  waiting('delete namespace custom'),
]

export const customCommands: readonly Asked[] = [...defining, ...using, ...ending]
