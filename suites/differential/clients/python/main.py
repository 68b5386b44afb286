"""A typical Python client. It performs fixed steps on a server and prints one line per step, so
that two servers can be compared line by line."""

import sys
from urllib3.util import Retry

from kubernetes import client

import custom
import dynamically
import objects
import patches
import steps
import watches


def main():
    _, url = sys.argv[1:]
    configuration = client.Configuration(host=url)
    # Failed requests are shown, not retried.
    configuration.retries = Retry(total=0)
    on = client.ApiClient(configuration)
    for part in (objects, patches, watches, custom, dynamically):
        for step in part.STEPS:
            print(f"{part.__name__} {step.__name__.replace('_', ' ')}: {steps.taken(step, on)}")
            sys.stdout.flush()
    client.CoreV1Api(on).delete_namespace(steps.SPACE)


main()
