import type { Actor } from '../../ports/storage'
import type { Sqlite } from '../file/connection'

interface ActorRow {
  readonly operator_id: string | null
  readonly name: string | null
  readonly os_user: string
  readonly host: string
  readonly app_version: string
}

/** Who acted on which computer. Actions refer to these rows, so that each of them is stored once. */
export class Actors {
  readonly #find
  readonly #add
  readonly #get

  constructor(db: Sqlite) {
    const operatorKey = '(SELECT operator_key FROM operators WHERE operator_id = @operator_id)'
    this.#find = db
      .prepare<[ActorRow], number>(
        `SELECT actor_id FROM actors
         WHERE operator_key IS ${operatorKey} AND name IS @name AND os_user = @os_user AND host = @host
           AND app_version = @app_version`,
      )
      .pluck()
    this.#add = db
      .prepare<[ActorRow], number>(
        `INSERT INTO actors (operator_key, name, os_user, host, app_version)
         VALUES (${operatorKey}, @name, @os_user, @host, @app_version) RETURNING actor_id`,
      )
      .pluck()
    this.#get = db.prepare<[number], ActorRow>(
      `SELECT operator_id, actors.name, os_user, host, app_version
       FROM actors LEFT JOIN operators USING (operator_key) WHERE actor_id = ?`,
    )
  }

  /** The row of an actor, which is added when it is new; null when its computer is not known. */
  idOf(actor: Actor | null): number | null {
    if (actor === null || actor.place === null) return null
    const row = {
      operator_id: actor.operatorId,
      name: actor.name,
      os_user: actor.place.osUser,
      host: actor.place.host,
      app_version: actor.place.appVersion,
    }
    return this.#find.get(row) ?? this.#add.get(row) ?? null
  }

  /** An actor as an earlier row names it. Rows of earlier versions of the app have only a name. */
  of(name: string | null, actorId: number | null): Actor | null {
    const row = actorId === null ? undefined : this.#get.get(actorId)
    if (row === undefined) return name === null ? null : { name, operatorId: null, place: null }
    return {
      name: row.name,
      operatorId: row.operator_id,
      place: { osUser: row.os_user, host: row.host, appVersion: row.app_version },
    }
  }
}
