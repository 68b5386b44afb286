// A client as Go programs have them, in Protobuf alone: it does the same things to whatever server
// it is given and prints one line a step, so that two servers can be compared line by line.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

const space = "gophers"

// clients speak to one server.
type clients struct {
	kubernetes.Interface
	metadata metadata.Interface
}

type step struct {
	name string
	act  func(ctx context.Context, on clients) (string, error)
}

func main() {
	server := flag.String("server", "", "URL of a server that takes us for an administrator")
	flag.Parse()

	on, err := connect(*server)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	parts := [][]step{objectSteps, errorSteps, listSteps, watchSteps, electionSteps, endSteps}
	for _, steps := range parts {
		for _, one := range steps {
			says, err := one.act(ctx, on)
			if err != nil {
				says = refusal(err)
			}
			fmt.Printf("%s: %s\n", one.name, says)
		}
	}
}

func connect(server string) (clients, error) {
	// Without JSON to fall back on, what is not there in Protobuf is an error.
	const protobuf = "application/vnd.kubernetes.protobuf"
	config := &rest.Config{Host: server, QPS: -1}
	config.ContentType, config.AcceptContentTypes = protobuf, protobuf

	typed, err := kubernetes.NewForConfig(config)
	if err != nil {
		return clients{}, err
	}
	partial := metadata.ConfigFor(config)
	partial.AcceptContentTypes = protobuf
	meta, err := metadata.NewForConfig(partial)
	return clients{typed, meta}, err
}

// refusal shows what programs can tell of an error.
func refusal(err error) string {
	status, isStatus := err.(apierrors.APIStatus)
	if !isStatus {
		return fmt.Sprintf("%T: %v", err, err)
	}
	said := status.Status()
	text := fmt.Sprintf("%d %s %q", said.Code, said.Reason, said.Message)
	if said.Details == nil {
		return text
	}
	for _, cause := range said.Details.Causes {
		text += fmt.Sprintf("; %s %s", cause.Type, cause.Field)
	}
	return text
}

// shown is an object as JSON, without what two servers cannot have in common.
func shown(object metav1.Object) string {
	object.SetUID("")
	object.SetResourceVersion("")
	object.SetCreationTimestamp(metav1.Time{})
	object.SetManagedFields(nil)
	text, err := json.Marshal(object)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// seen is the outcome of a call that answers with an object.
func seen[T interface {
	metav1.Object
	runtime.Object
}](object T, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return shown(object), nil
}
