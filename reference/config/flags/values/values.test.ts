import { describe, expect, test } from 'vitest'
import { type ValueType, valueParsers } from './value-parsers.ts'

/** Valid and invalid texts of every type with a syntax. */
const texts: [type: ValueType, good: string[], bad: string[]][] = [
  ['boolean', ['1', 't', 'TRUE', 'False', '0'], ['', 'yes', 'tRUE', ' true', '2']],
  [
    'version',
    ['true', 'false', 'raw', 'v1.2.3', 'v1.2.3-rc.1+x'],
    ['', 'v1', '1.2.3', 'V1.2.3', 'v1.2.3 '],
  ],
  ['level', ['0', '10', '2147483647'], ['', '-1', '2147483648', '1.5', '0x1']],
  [
    'address',
    ['', '::', '192.0.2.1', '2001:db8::1'],
    ['192.0.2', '192.0.2.256', 'fe80::1%eth0', 'x'],
  ],
  [
    'nodeAddresses',
    ['', '::', '192.0.2.1', '192.0.2.1,2001:db8::1', '2001:db8::1, 192.0.2.1'],
    ['x', '192.0.2.1,192.0.2.2', '192.0.2.1,::', '0.0.0.0,2001:db8::1', '192.0.2.1,::1,::2'],
  ],
  [
    'cidr',
    ['', '10.0.0.0/8', 'fd00::/8', '10.0.0.0/8,fd00::/8'],
    ['10.0.0.0', '10.0.0.0/33', 'fd00::/129', '/8'],
  ],
  [
    'labels',
    ['a=b', 'a=', 'example.com/a=b', ''],
    ['a', '=b', 'a b=c', 'a=b c', '-a=b', '/a=b', `a=${'x'.repeat(64)}`],
  ],
  ['looseLabels', ['a', 'a=b'], ['=b', '-a']],
  [
    'taints',
    ['', 'a=b:NoSchedule', 'a=:NoExecute', 'a=b:NoSchedule,a=b:NoExecute'],
    [
      'a',
      'a:NoSchedule',
      'a=b',
      'a=b:Never',
      'a=b:',
      '=b:NoSchedule',
      'a=b=c:NoSchedule',
      'a=b:NoSchedule,a=c:NoSchedule',
      ',',
    ],
  ],
  [
    'looseTaints',
    ['a:NoSchedule', 'a=b:NoSchedule'],
    ['a', 'a=b', ':NoSchedule', 'a:NoSchedule,a=b:NoSchedule'],
  ],
  ['processors', ['', '0', '0-3', '0-3,8,9-9'], ['a', '3-0', '-1', '0-', '0,,1', '0-1-2', ' 0']],
  [
    'memoryReservations',
    ['', '0:memory=1Gi', '0:memory=1Gi,hugepages-1Gi=2Gi;1:memory=1'],
    [
      '0',
      '0:',
      'memory=1Gi',
      'x:memory=1Gi',
      '0:cpu=1',
      '0:memory=0',
      '0:memory=x',
      '0:memory=1Gi:x',
      '-1:memory=1Gi',
    ],
  ],
  [
    'reservations',
    ['cpu=1', 'cpu=100m,memory=1Gi,ephemeral-storage=0,pid=1', ' cpu = 1 '],
    ['cpu', 'gpu=1', 'cpu=-1', 'cpu=x', 'cpu=', '=1'],
  ],
  [
    'shares',
    ['memory=0%', 'memory=100%'],
    ['memory', 'memory=50', 'memory=101%', 'memory=1.5%', 'cpu=1%', 'memory=-1%'],
  ],
  [
    'thresholds',
    ['memory.available<1Gi', 'nodefs.available<10%,nodefs.inodesFree<5.5%', 'pid.available<0%'],
    [
      'memory.available',
      'memory.available<',
      'memory.available<0',
      'memory.available<-1',
      'memory.available<101%',
      'memory<1Gi',
      'memory.available>1Gi',
      '<1Gi',
      'memory.available<x%',
    ],
  ],
  [
    'reclaims',
    ['imagefs.available=2Gi', 'memory.available=0', 'nodefs.available=5%'],
    ['imagefs=2Gi', 'imagefs.available', 'imagefs.available=-1', 'imagefs.available=x'],
  ],
  [
    'gracePeriods',
    ['memory.available=1m30s', 'nodefs.available=0s'],
    ['memory.available=90', 'memory.available=-1s', 'memory=1m', 'memory.available'],
  ],
  ['headers', ['a:b', 'a:b:c', 'a:', 'a:b,a:c'], ['a', ':b', 'a\0:b']],
  ['booleanPairs', ['A=true,B=false', 'A=1', ''], ['A', 'A=', 'A=maybe', '=true']],
  ['option', ['a=b', 'a=b,c'], ['', 'a', '=b']],
  ['options', ['a=b,c=d', ''], ['a', 'a=b,c']],
  [
    'patterns',
    ['a=1', 'a*=0,b=2147483647'],
    ['a', 'a=', 'a=-1', 'a=x', 'a=1=2', '=1', 'a=2147483648'],
  ],
  [
    'endpoint',
    ['', '/run/x.sock', 'unix:///x', 'npipe:////./pipe/x', 'tcp://127.0.0.1:1'],
    ['x', 'unix:x', '://x', 'unix://'],
  ],
]

describe.each(texts)('%s', (type, good, bad) => {
  test.for(good)('%j is accepted', text => {
    expect(valueParsers[type].read(text)).toHaveProperty('value')
  })

  test.for(bad)('%j is refused', text => {
    expect(valueParsers[type].read(text)).toHaveProperty('fault', expect.stringMatching(/^must /))
  })
})
