// A typical Go client that uses only Protobuf. It performs fixed steps on a server and prints one
// line per step, so that two servers can be compared line by line.
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

// clients are the clients of one server.
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
	// Accept no JSON, so that a response that is not available in Protobuf is an error.
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

// refusal formats the parts of an error that programs can read.
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

// shown formats an object as JSON, without the values that each server chooses.
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

// seen formats the result of a call that returns an object.
func seen[T interface {
	metav1.Object
	runtime.Object
}](object T, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return shown(object), nil
}
