// Operators with webhooks, and a suite of tests for each. Two servers can be compared by the lines
// that it prints, one for each test. With -sabotaged the webhooks of the operator are still called,
// but allow everything, change nothing and convert nothing but the version.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A stage is a server, an operator on it, and the tests that have run.
type stage struct {
	client.Client
	config      *rest.Config
	scheme      *runtime.Scheme
	isSabotaged bool
	// A folder with the custom resource definitions of the operator, if it has no own ones.
	definitions string
	calls       calls
}

var suites = map[string]func(ctx context.Context, on *stage) error{
	"jobs":         jobs,
	"guards":       guards,
	"certificates": certificates,
}

func main() {
	server := flag.String("server", "", "URL of a server that takes us for an administrator")
	name := flag.String("suite", "", "jobs, guards or certificates")
	isSabotaged := flag.Bool("sabotaged", false, "let the webhooks do nothing")
	definitions := flag.String("definitions", "", "folder of the definitions of cert-manager")
	flag.Parse()
	ctrl.SetLogger(logr.Discard())
	klog.SetLogger(logr.Discard())

	scheme := runtime.NewScheme()
	must(clientgoscheme.AddToScheme(scheme))
	addJobs(scheme)
	config := &rest.Config{Host: *server, QPS: -1}
	direct, err := client.New(config, client.Options{Scheme: scheme})
	must(err)
	suite, isKnown := suites[*name]
	if !isKnown {
		must(fmt.Errorf("-suite: expected jobs, guards or certificates, got %q", *name))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	must(suite(ctx, &stage{
		Client: direct, config: config, scheme: scheme,
		isSabotaged: *isSabotaged, definitions: *definitions,
	}))
}

func must(err error) {
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}

var addresses = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// A test returns what the server has answered, and whether the test passes.
type outcome struct {
	passes bool
	says   string
}

func (on *stage) test(name string, act func() outcome) {
	got := act()
	verdict := "fail"
	if got.passes {
		verdict = "pass"
	}
	fmt.Printf("%s: %s: %s\n", name, verdict, addresses.ReplaceAllString(got.says, "HOST"))
}

// refused passes if an error has this text. Such texts are those of webhooks.
func refused(err error, text string) outcome {
	if err == nil {
		return outcome{false, "no error"}
	}
	return outcome{contains(err.Error(), text), describe(err)}
}

// equal passes if there is no error, and the value is the expected one.
func equal[T comparable](err error, got, wanted T) outcome {
	if err != nil {
		return outcome{false, describe(err)}
	}
	return outcome{got == wanted, fmt.Sprint(got)}
}

// until polls a condition every 20 ms.
func until(ctx context.Context, what string, holds func() bool) error {
	poll := func(context.Context) (bool, error) { return holds(), nil }
	err := wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, time.Minute, true, poll)
	if err != nil {
		return fmt.Errorf("waiting for %s: %w", what, err)
	}
	return nil
}
