import { expect, test } from 'vitest'

import { webhookCauses } from './webhook-causes.ts'
import { startTestServer } from '../../server/test-server.ts'

const at = 'spec.conversion.webhookClientConfig'
const list = 'spec.conversion.conversionReviewVersions'

const causesOf = (clientConfig: unknown, versions: readonly unknown[] = ['v1']) =>
  [...webhookCauses(clientConfig, versions)].map(({ field, message }) => [field, message])

const service = (more: object) => ({ service: { name: 'n', namespace: 'ns', port: 443, ...more } })

test.each([
  { url: 'https://hook.example' },
  { url: 'https://hook.example:8443/convert' },
  service({}),
  ...['', '/', '/a', '/a/', '/a.b/c'].map(path => service({ path })),
])('accepts the client configuration %j', config => {
  expect(causesOf(config)).toEqual([])
})

test.each<[unknown, string, RegExp]>([
  [undefined, at, /^Required value: required when strategy is set to Webhook$/],
  [{}, at, /^Required value: exactly one of url or service is required$/],
  [{ url: 'https://a.example', ...service({}) }, at, /exactly one of url or service/],
  [{ url: 'http://a.example' }, `${at}.url`, /"http": 'https' is the only allowed URL scheme/],
  [{ url: 'https://' }, `${at}.url`, /^Invalid value: "": host must be specified/],
  [{ url: 'https://u:p@a.example' }, `${at}.url`, /^Invalid value: "": user information is not/],
  [{ url: 'https://a.example/?a=b' }, `${at}.url`, /"a=b": query parameters are not permitted/],
  [{ url: 'https://a.example/#f' }, `${at}.url`, /"f": fragments are not permitted/],
  [{ url: 'https://a b/' }, `${at}.url`, /^Required value: url must be a valid URL: /],
  [service({ name: '' }), `${at}.service.name`, /^Required value$/],
  [service({ namespace: '' }), `${at}.service.namespace`, /^Required value$/],
  [service({ port: 0 }), `${at}.service.port`, /: port is not valid: must be between 1 and 65535/],
  [service({ port: 65_536 }), `${at}.service.port`, /^Invalid value: 65536: port is not valid/],
  [service({ path: '//' }), `${at}.service.path`, /segment\[0\] may not be empty$/],
  [service({ path: '/a//b' }), `${at}.service.path`, /segment\[1\] may not be empty$/],
  [service({ path: '/a/B' }), `${at}.service.path`, /segment\[1\]: a lowercase RFC 1123 subdomain/],
])('refuses the client configuration %j', (config, field, message) => {
  expect(causesOf(config)).toEqual([[field, expect.stringMatching(message)]])
})

test('a path without a slash loses its first character before it is checked', () => {
  expect(causesOf(service({ path: 'a' }))).toEqual([
    [`${at}.service.path`, `Invalid value: "a": must start with a '/'`],
    [`${at}.service.path`, 'Invalid value: "a": segment[0] may not be empty'],
  ])
})

test.each<[string[], string, RegExp]>([
  [[], list, /^Required value$/],
  [['v1', 'v1'], `${list}[1]`, /^Invalid value: "v1": duplicate version$/],
  [['v1', 'V2'], `${list}[1]`, /^Invalid value: "V2": a DNS-1035 label must consist of/],
  [['v7'], list, /must include at least one of v1, v1beta1$/],
])('refuses the review versions %j', (versions, field, message) => {
  expect(causesOf({ url: 'https://hook.example' }, versions)).toEqual([
    [field, expect.stringMatching(message)],
  ])
  expect(causesOf({ url: 'https://hook.example' }, ['v7', 'v1beta1'])).toEqual([])
})

test('the port of a service is 443 unless set', async () => {
  const { ask, parts } = await startTestServer()
  const { apiDomain } = parts.dialect
  const created = await ask(
    'POST',
    `/apis/apiextensions.${apiDomain}/v1/customresourcedefinitions`,
    {
      apiVersion: `apiextensions.${apiDomain}/v1`,
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        names: { plural: 'widgets', kind: 'Widget' },
        scope: 'Cluster',
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'n', namespace: 'ns' } },
            conversionReviewVersions: ['v1'],
          },
        },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object' } },
          },
        ],
      },
    },
  )

  expect(created).toMatchObject({
    body: { spec: { conversion: { webhook: { clientConfig: { service: { port: 443 } } } } } },
  })
})
