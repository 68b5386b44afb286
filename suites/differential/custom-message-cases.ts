// Cases with CEL message expressions. Their messages show how a server converts values to strings.

import type { Json } from '../../fixtures/objects/tested-types.ts'
import { crdOf, crdVersion } from './custom-cases.ts'
import type { DifferentialCase } from './custom-cases.ts'
import { ruleMembers, ruleSamples } from './custom-rule-cases.ts'

type Fields = { readonly [name: string]: Json }

const expressions: readonly string[] = [
  '"%s %d %f %e".format([self.a, self.n, self.x, self.x])',
  '"%.0f %.1f %.3e %.10f".format([self.x, self.x, self.x, self.x])',
  '"%b %o %x %X".format([self.n, self.n, self.n, self.n])',
  '"%b %x %X".format([self.on, self.a, self.a])',
  '"%s %s %s".format([self.list, self.numbers, self.lists])',
  '"%s %s".format([self.map, self.bin])',
  '"%s %s %s".format([self.made, self.wait, [self.made]])',
  '"%s %s".format([null, type(self.n)])',
  '"%s%%".format([self.x])',
  '"%f %f".format([1234567.891, -0.5])',
  '"%e %e".format([1234567.891, 0.00012])',
  '"%s %s %s".format([1.0, 1e21, 1e-7])',
  '"%s".format([{"b": 1.5, "a": 2.0}])',
  '"%s".format([{2: "x", 1: "y"}])',
  '"%s".format([["a", "b\\"c"]])',
  '"%s".format([[1u, 2u]])',
  '"%x".format([b"\\xff\\x00"])',
  '"%s %s".format(self.list)',
  '"%d %d %d".format(self.numbers)',
  '"%s %s %s %s".format(self.list)',
  '"%s %s %s %s".format([string(self.x), string(1.0), string(1e21), string(1e-7)])',
  '"%s %s".format([string(self.made), string(self.wait)])',
  '"%s %s".format([string(duration("1h1m1s1ms")), string(duration("0s"))])',
  'string(timestamp("2026-01-01T00:00:00.120Z"))',
  '"%s %s %s".format([1234567.5, 123456.5, 0.00001234])',
  'strings.quote(self.a)',
  'self.list.join(", ")',
  'format.dns1123Label().validate(self.b).orValue(["none"])[0]',
  'format.qualifiedName().validate(self.b).orValue(["none"])[0]',
  'format.uuid().validate(self.b).orValue(["none"])[0]',
  'format.dns1123Subdomain().validate(self.b).orValue(["none"])[0]',
  '"%s %s".format([string(ip("2001:db8:0:0::1")), string(cidr("10.1.2.3/8").masked())])',
  'string(cidr("2001:db8:1::/33").masked())',
  'string(ip("::ffff:1.2.3.4"))',
  'string(self.port)',
  'string(url("http://a:1/b%20c?d=e f").getEscapedPath())',
]

export const messageType: Fields = crdOf('tolds', {
  versions: [
    crdVersion('v1', {
      type: 'object',
      properties: Object.fromEntries(
        expressions.map((messageExpression, index) => [
          `part${index}`,
          {
            type: 'object',
            properties: ruleMembers,
            'x-kubernetes-validations': [{ rule: 'false', messageExpression }],
          },
        ]),
      ),
    }),
  ],
})

export const messageCases: readonly DifferentialCase[] = ruleSamples.map((sample, index) => ({
  name: `what an object is told ${index}`,
  steps: [
    {
      method: 'POST',
      path: '/apis/differ.example.com/v1/namespaces/default/tolds?dryRun=All',
      body: {
        apiVersion: 'differ.example.com/v1',
        kind: 'Told',
        metadata: { name: 'a' },
        ...Object.fromEntries(expressions.map((_one, part) => [`part${part}`, sample])),
      },
    },
  ],
}))
