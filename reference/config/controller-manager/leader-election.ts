import { secondsIn } from '../../lib/durations.ts'
import { invalid, law } from '../rules.ts'
import { bool, duration, type Members, object, text } from '../vocabulary.ts'
import { needed } from '../needed.ts'

const fields = {
  leaderElect: bool('Only the one that leads does anything.', needed('CM-011', true)),
  leaseDuration: duration('After how long another may lead.', needed('CM-011', '15s')),
  renewDeadline: duration('For how long a leader tries to stay so.', needed('CM-011', '10s')),
  retryPeriod: duration('How often all of them try.', needed('CM-011', '2s')),
  resourceLock: text('What sort of object the lock is.', needed('CM-011', 'leases')),
  resourceName: text('The name of the lock.', needed('CM-011', '')),
  resourceNamespace: text('Where the lock is.', needed('CM-011', '')),
}

const renewInTime = law({
  by: 'CM-012',
  says: '`renewDeadline` is not longer than `leaseDuration`',
  *faults({ leaseDuration, renewDeadline }: Members<typeof fields>) {
    const [lease, renew] = [secondsIn(leaseDuration), secondsIn(renewDeadline)]
    if (lease === undefined || renew === undefined || renew <= lease) return
    yield invalid(['renewDeadline'], renewDeadline, `must not be longer than ${leaseDuration}`)
  },
})

const renewBefore = law({
  by: 'de facto',
  says: '`renewDeadline` is shorter than `leaseDuration`',
  onlyIn: 'kubernetes',
  *faults({ leaderElect, leaseDuration, renewDeadline }: Members<typeof fields>) {
    if (!leaderElect || secondsIn(leaseDuration) !== secondsIn(renewDeadline)) return
    yield invalid(['renewDeadline'], renewDeadline, 'must be shorter than leaseDuration')
  },
})

export const leaderElection = object('Which of several does the work.', fields, {
  ...needed('CM-013', {}),
  rules: [renewInTime, renewBefore],
})
