import { describe, expect, test } from 'vitest'

import { compileExpression } from './compile-expression.ts'
import { parseExpression } from './parse-expression.ts'
import { scopeOf } from './scope.ts'
import { type CelType, dyn, int, listOf, string } from './cel-type.ts'

const unlimited = { spend: () => {} }

const valueOf = (source: string): unknown =>
  compileExpression(parseExpression(source), scopeOf({ self: dyn })).run([null], unlimited)

test.each([
  [
    '"%s has %d, %.2f, %b, %x and %%".format(["a", 5, 1.5, 5, "é"])',
    'a has 5, 1.50, 101, c3a9 and %',
  ],
  [
    '"%s".format([[1, 2]]) + "%s".format([{"b": 1.5, "a": 2.0}])',
    '[1, 2]{"a":2.000000, "b":1.500000}',
  ],
  ['"%f".format([1234567.891])', '1,234,567.891000'],
  ['"%e".format([1500.0])', '1.500000×10⁰³'],
  ['"%.0f %.0f %.1f %.2f".format([2.5, -3.5, 0.25, 1.015])', '2 -4 0.2 1.01'],
  ['"%.1f %f".format([1e21, -0.0])', '1,000,000,000,000,000,000,000.0 0.000000'],
  ['"%e %e %e".format([1234566.5, 9999999.5, 0.0])', '1.234566×10⁰⁶ 1.000000×10⁰⁷ 0.000000×10⁰⁰'],
  ['"%e %e".format(["NaN", -1e-5])', '   NaN -1.000000×10⁻⁰⁵'],
  ['"%s".format([[1, 2.0, ["a", {"b": [1u, null]}]]])', '[1, 2.000000, ["a", {"b":[1, null]}]]'],
  ['"%s %s".format([[1, "a"].size(), [1.0 / 0.0]])', '2 ["+Inf"]'],
  ['"%s".format([["\\u200bé"]])', '["\\u200bé"]'],
  ['"%s".format([type(type(1))])', 'type'],
  ['"a,b,c".split(",", 2)', ['a', 'b,c']],
  ['"aaa".replace("a", "b", 2)', 'bba'],
  ['"aaa".replace("", "-", 2)', '-a-aa'],
  ['"tacocat".indexOf("c", 3)', 4n],
  ['"tacocat".lastIndexOf("t", 3)', 0n],
  ['"été".substring(1, 3)', 'té'],
  ['strings.quote("a\\"b")', '"a\\"b"'],
  ['[3, 1, 2].sort()', [1n, 2n, 3n]],
  ['["bb", "a"].sortBy(i, i.size())', ['a', 'bb']],
  ['[1, 2, 1].distinct()', [1n, 2n]],
  ['[[1], [2, 3]].flatten()', [1n, 2n, 3n]],
  ['[1, 2, 3].slice(1, 3).reverse()', [3n, 2n]],
  ['lists.range(3)', [0n, 1n, 2n]],
  ['[1, 2].first().value() + [1, 2].last().value()', 3n],
  [
    'sets.equivalent([1, 2], [2, 1]) && sets.contains([1, 2], [2]) && !sets.intersects([1], [2])',
    true,
  ],
  ['[?optional.of(1), ?optional.none()]', [1n]],
  ['{?"a": optional.none(), "b": 1}.size()', 1n],
  ['optional.ofNonZeroValue("").hasValue()', false],
  ['[5, 6].transformList(i, v, v + i)', [5n, 7n]],
  ['[5, 6].transformList(i, v, i > 0, v)', [6n]],
  ['{"a": 1}.transformMap(k, v, v + 1)["a"]', 2n],
  ['["x"].transformMapEntry(i, v, {v: i})["x"]', 0n],
  ['{"a": "a"}.all(k, v, k == v) && ["a"].existsOne(i, v, v == "a")', true],
  ['format.dns1123Label().validate("a-b").hasValue()', false],
  ['format.named("uuid").value().validate("x").value()[0]', 'does not match the UUID format'],
  ['semver("1.2.3-rc.1").isLessThan(semver("1.2.3")) && semver("v1.2", true).minor() == 2', true],
  ['isSemver("1.2") || isSemver("1.2-a", true)', false],
  ['timestamp("2026-07-01T01:30:00Z").getHours("Europe/Berlin")', 3n],
  ['timestamp("2026-07-01T01:30:00Z").getDate("-03:00")', 30n],
  ['timestamp("2026-02-01T00:00:00Z").getDayOfYear()', 31n],
  [
    'cidr("10.0.0.0/8").containsIP("10.1.2.3") && !cidr("10.1.0.0/16").containsCIDR("10.0.0.0/8")',
    true,
  ],
  ['string(cidr("2001:db8:1::/33").masked())', '2001:db8::/33'],
  ['ip.isCanonical("2001:0db8::1")', false],
  ['ip.isCanonical("::1:2:3:0:0:4") && !ip.isCanonical("0:0:1:2:3::4")', true],
  ['string(ip("0:0:1:2:3:0:0:4"))', '::1:2:3:0:0:4'],
  ['string(ip("1:0:0:2:0:0:0:3"))', '1:0:0:2::3'],
  ['string(ip("1:0:2:0:3:0:4:0"))', '1:0:2:0:3:0:4:0'],
  ['ip("ff12::1").isLinkLocalMulticast() && !ip("ff01::1").isLinkLocalMulticast()', true],
  ['isCIDR("10.0.0.0/8") && !isCIDR("10.0.0.0/08")', true],
  [
    'string(timestamp("2026-01-01T01:00:00.000000001+01:00"))',
    '2026-01-01T01:00:00.000000001+01:00',
  ],
  [
    'string(timestamp("1969-12-31T23:59:59.5Z") + duration("1ns"))',
    '1969-12-31T23:59:59.500000001Z',
  ],
  ['timestamp("2026-01-01T00:00:00.0001Z") < timestamp("2026-01-01T00:00:00.0009Z")', true],
  ['timestamp("0050-03-01T00:00:00Z").getDayOfYear("-0:00")', 59n],
  ['timestamp("2026-01-01T00:00:00Z").getMinutes("1:30")', 30n],
  ['string(duration("1ns")) + string(duration("-1.5s"))', '0.000000001s-1.5s'],
  ['[duration("1ns"), duration("2ns")].sum() == duration("3ns")', true],
  ['bool("t") && !bool("False")', true],
  ['double("0x1.8p1") + double("1_0.5") + double("-.5e0")', 13],
  ['[double("0x1p-1075"), double("0x3p-1075"), double("inf")]', [0, 1e-323, Infinity]],
  ['string(-0.0) + string(double("nan"))', '-0NaN'],
  ['[uint("18446744073709551615")].sum() == 18446744073709551615u', true],
  ['int(duration("1s")) + int(timestamp("1969-12-31T23:59:59.5Z"))', 999_999_999n],
  ['type(dyn(2.0)) == double && type(type(1)) == type && type(ip("::1")) == net.IP', true],
  ['dyn(1) < 2.0 && dyn(2.0) / 4.0 == 0.5 && 1 in dyn([1])', true],
  ['sign(quantity("-2"))', -1n],
  ['quantity("1e30").asApproximateFloat()', 1e30],
  ['"\\u0041\\U00000041\\x41"', 'AAA'],
  ['quantity("9999999999999999999").isInteger()', false],
  ['"\\ufeff \\u0085a\\u3000".trim() == "\\ufeff \\u0085a"', true],
  ['semver("9223372036854775808.0.0").major() < 0', true],
  ['optional.ofNonZeroValue(b"").hasValue()', false],
  ['url("http://a/?c=d&c=e").getQuery()["c"]', ['d', 'e']],
])('%s returns its value', (source, expected) => {
  expect(valueOf(source)).toEqual(expected)
})

test.each([
  ['"%d".format(["a"])', 'was given string'],
  ['"%s".format([[1, [ip("::1")]]])', 'was given ip'],
  ['"%s %s".format(["a"])', 'index 1 out of range'],
  ['"%s".format(["a", "b"])', 'too many arguments'],
  ['"%y".format(["a"])', 'unrecognized formatting clause'],
  ['[1, "a"]', "expected type 'int' but found 'string'"],
  ['[?1]', "expected type 'optional_type(int)'"],
  ['[1].all(i, i, true)', 'duplicate variable name: i'],
  ['["a"].transformMapEntry(i, v, v)', 'found no matching overload'],
  ['"a".reverse()', 'found no matching overload'],
  ['"a".matches("[")', 'invalid matches argument'],
  ['duration("x")', "type conversion error from 'string' to 'google.protobuf.Duration'"],
  ['true || int("1.5") == 1', "type conversion error from 'string' to 'int'"],
  ['int(1e19)', 'integer overflow'],
  ['uint(-1)', 'unsigned integer overflow'],
  ['bool(string("yes"))', "type conversion error from 'string' to 'bool'"],
  ['double("1e400")', "type conversion error from 'string' to 'double'"],
  ['string(b"\\xff")', 'invalid UTF-8'],
  ['timestamp(253402300800)', 'timestamp overflow'],
  ['timestamp("2026-02-30T00:00:00Z")', 'type conversion error'],
  ['string([1])', "found no matching overload for 'string'"],
  ['quantity("1").sign()', "undeclared reference to 'sign'"],
])('%s does not compile', (source, message) => {
  expect(() => valueOf(source)).toThrow(message)
})

test.each([
  ['["a"].transformMapEntry(i, v, {"k": v}).size() + {1: 2}[3]', 'no such key: 3'],
  ['[1, 2].transformMapEntry(i, v, {"k": v})', 'key k already exists'],
  ['"%s".format([{1.5: 1}])', 'no formatting function for map key of type double'],
  ['"%s".format([dyn(quantity("1"))])', 'string clause can only be used on strings'],
  ['"%s".format([b"\\xff"])', 'invalid UTF-8'],
  ['timestamp("9999-12-31T23:59:59Z") + duration("1s")', 'timestamp overflow'],
  ['duration("2562047h") + duration("2h")', 'integer overflow'],
  ['timestamp("9999-12-31T23:59:59Z") - timestamp("1970-01-01T00:00:00Z")', 'integer overflow'],
  ['timestamp("2026-01-01T00:00:00Z").getHours("europe/berlin")', 'unknown time zone'],
  ['"a".charAt(dyn("b"))', 'no such overload: charAt(string, string)'],
  ['lists.range(dyn("a"))', 'no such overload: lists.range(string)'],
  ['dyn(1) ? 1 : 2', 'no such overload'],
  ['-(-9223372036854775808)', 'integer overflow'],
  ['[1, 2].slice(1, 5)', 'list is length 2'],
  ['"abc".substring(2, 9)', 'index out of range: 9'],
  ['semver("1.2")', 'No Major.Minor.Patch elements found'],
  ['timestamp("2026-01-01T00:00:00Z").getHours("No/Where")', 'unknown time zone No/Where'],
  ['ip("::ffff:1.2.3.4")', 'IPv4-mapped IPv6 address'],
])('%s is a runtime error', (source, message) => {
  expect(() => valueOf(source)).toThrow(message)
})

describe('the estimated cost of a rule', () => {
  const text: CelType = { ...string, sizeMax: 80 }
  const type: CelType = {
    is: 'object',
    members: new Map(
      Object.entries({
        a: text,
        n: int,
        list: { ...listOf(text), sizeMax: 5 },
        map: { is: 'map', of: [{ ...string, sizeMax: 0 }, text], sizeMax: 5 },
      }).map(([name, member]) => [name, { type: member, name }]),
    ),
  }
  const costOf = (source: string) =>
    compileExpression(parseExpression(source), scopeOf({ self: type })).cost

  // The costs that a genuine server reports for a rule that slightly exceeds the limit.
  test.each([
    ['has(self.a)', 1],
    ['self.n == 1', 2],
    ['self.list.all(i, i.size() < 3)', 33],
    ['self.list.exists(i, i == "a")', 33],
    ['self.list.exists_one(i, i == "a")', 24],
    ['self.list.map(i, i + "x").size() == 2', 125],
    ['self.list.filter(i, i != "a").size() == 1', 90],
    ['self.list.map(i, i).all(i, i == "a")', 99],
    ['self.list.distinct().size() == 1', 65],
    ['self.map.transformMap(k, v, v + "x").size() == 1', 100],
    ['self.list.sortBy(i, i.size()) == ["a"]', 167],
  ])('%s equals that of a genuine server', (source, cost) => {
    expect(costOf(source)).toBe(cost)
  })

  test('is unbounded if a length is unknown', () => {
    expect(costOf('self.a.split(",")[0].matches("a")')).toBeLessThan(100)
    expect(costOf('self.?a.value().matches("a")')).toBe(Number.POSITIVE_INFINITY)
  })
})
