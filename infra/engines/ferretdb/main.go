// FerretDB 1.x over SQLite: speaks MongoDB's protocol where no MongoDB is. (Its own command does not start when it was
// built outside of a checkout, hence this one.) Takes the address to listen at, an existing folder for the data, and
// for TLS a file with key and certificate and the password of its first user, `tuma`: then it asks each client for a
// user and a password (SCRAM). It knows no roles.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/internal/backends"
	"github.com/FerretDB/FerretDB/internal/backends/sqlite"
	"github.com/FerretDB/FerretDB/internal/clientconn"
	"github.com/FerretDB/FerretDB/internal/clientconn/connmetrics"
	"github.com/FerretDB/FerretDB/internal/handler"
	"github.com/FerretDB/FerretDB/internal/types"
	"github.com/FerretDB/FerretDB/internal/util/password"
	"github.com/FerretDB/FerretDB/internal/util/state"
)

const batchSize = 100

func main() {
	stopping, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	if err := serve(stopping, logger, os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		logger.Error(err.Error())
		os.Exit(1)
	}
}

// The embeddable package knows no users; the internal ones do. go.mod says how they can be imported.
func serve(stopping context.Context, logger *slog.Logger, address, folder string, guard []string) error {
	provider, err := state.NewProvider("")
	if err != nil {
		return err
	}
	// The reporter of telemetry is not started here; without this every start warns of it.
	if err = provider.Update(func(s *state.State) { s.DisableTelemetry(); s.TelemetryLocked = true }); err != nil {
		return err
	}
	metrics := connmetrics.NewListenerMetrics()
	sqliteOptions := &sqlite.NewBackendParams{URI: "file:" + folder + "/", L: logger, P: provider, BatchSize: batchSize}
	backend, err := sqlite.NewBackend(sqliteOptions)
	if err != nil {
		return err
	}
	defer backend.Close()
	handlerOptions := &handler.NewOpts{
		Backend:       lookingByID{backend},
		L:             logger,
		ConnMetrics:   metrics.ConnMetrics,
		StateProvider: provider,
		TCPHost:       address,
		BatchSize:     batchSize,
	}
	listenerOptions := &clientconn.NewListenerOpts{TCP: address, Mode: clientconn.NormalMode, Metrics: metrics, Logger: logger}
	if len(guard) == 2 {
		listenerOptions.TCP, listenerOptions.TLS = "", address
		listenerOptions.TLSCertFile, listenerOptions.TLSKeyFile = guard[0], guard[0]
		handlerOptions.EnableNewAuth = true
		handlerOptions.SetupDatabase, handlerOptions.SetupUsername = "admin", "tuma"
		handlerOptions.SetupPassword = password.WrapPassword(guard[1])
	}
	if listenerOptions.Handler, err = handler.New(handlerOptions); err != nil {
		return err
	}
	listener, err := clientconn.Listen(listenerOptions)
	if err != nil {
		return err
	}
	listener.Run(stopping)
	return nil
}

// lookingByID asks SQLite for the document alone whose id a filter names. By itself FerretDB asks so only where the filter names
// nothing else; otherwise it reads the whole collection, and so it did for each of our writes, which name a version too. What else
// the filter says is looked at afterwards, as always.
type lookingByID struct{ backends.Backend }

type databaseByID struct{ backends.Database }

type collectionByID struct{ backends.Collection }

func (b lookingByID) Database(name string) (backends.Database, error) {
	database, err := b.Backend.Database(name)
	return databaseByID{database}, err
}

func (d databaseByID) Collection(name string) (backends.Collection, error) {
	collection, err := d.Database.Collection(name)
	return collectionByID{collection}, err
}

func (c collectionByID) Query(ctx context.Context, params *backends.QueryParams) (*backends.QueryResult, error) {
	if params == nil {
		return c.Collection.Query(ctx, nil)
	}
	byID := *params
	if id, _ := params.Filter.Get("_id"); id != nil {
		filter, err := types.NewDocument("_id", id)
		if err != nil {
			return nil, err
		}
		byID.Filter = filter
	}
	return c.Collection.Query(ctx, &byID)
}
