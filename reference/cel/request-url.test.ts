import { expect, test } from 'vitest'

import { isRequestUri, parseRequestUrl } from './request-url.ts'

test.each([
  ['/a/b', true],
  ['a/b', false],
  ['', false],
  ['a:b', true],
  ['http://', true],
  ['http://a:99999/', true],
  ['http://a:b/', false],
  ['http://a:1:2/', false],
  ['ftp://a:1:2/', true],
  ['http://a b/', false],
  ['http://a%41/', false],
  ['http://a%C3%A9/', true],
  ['http://a/%zz', false],
  ['http://a/?%zz', true],
  ['http://[::1]:80/', true],
  ['http://[::1%25a%20b]/', true],
  ['http://[::1%25]/', false],
  ['http://[1.2.3.4]/', false],
  ['http://u p@a/', false],
])('the URL %j is accepted or refused as by a genuine server', (text, expected) => {
  expect(isRequestUri(text)).toBe(expected)
})

test('the URL keeps its original spelling', () => {
  expect(parseRequestUrl('HTTPS://u:p@EXAMPLE.com:443/x/../y')).toMatchObject({
    scheme: 'https',
    host: 'EXAMPLE.com:443',
    hostname: 'EXAMPLE.com',
    port: '443',
    escapedPath: '/x/../y',
  })
})

test.each([
  ['http://a', ''],
  ['http://a/b c', '/b%20c'],
  ['http://a/%2f', '/%2f'],
  ['http://a/%2f ', '//%20'],
  ["http://a/é!'()[]", '/%C3%A9%21%27%28%29%5B%5D'],
  ["http://a/!'()[]#b", "/!'()[]"],
])('the path of %j is percent-encoded where necessary', (text, expected) => {
  expect(parseRequestUrl(text)?.escapedPath).toBe(expected)
})

test('malformed query parameters are omitted', () => {
  const { query } = parseRequestUrl('/a?b=1+%2B&b&c;d=2&%zz=3&=4') ?? {}

  expect(query && [...query]).toEqual([
    ['b', ['1 +', '']],
    ['', ['4']],
  ])
})

test('two URLs with the same serialization are equal', () => {
  const keyOf = (text: string) => parseRequestUrl(text)?.key

  expect(keyOf('HTTP://a/b c')).toBe(keyOf('http://a/b%20c'))
  expect(keyOf('http://a')).not.toBe(keyOf('http://A'))
  expect(keyOf('http:/a')).not.toBe(keyOf('http:///a'))
  expect(keyOf('http://a?')).not.toBe(keyOf('http://a'))
})
