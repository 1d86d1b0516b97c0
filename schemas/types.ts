// Written by `npm run types` from the entity files next to this one; not to be edited.
import type { NamedValue } from './custom-fields.ts';
import type { Row } from './entity.ts';

/** The columns of every row. */
export type Base = {
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
};

/** What bases/class.json gives. */
export type BaseClass = Base & {
  id: number;
  codice: string;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
  icona: string;
  canc: 0 | 1;
};

/** What bases/document.json gives. */
export type BaseDocument = Base & {
  id: number;
  nome_file_originale: string;
  descrizione: string | null;
  id_cartella: number;
  data_validita: string | null;
  is_immagine_copertina: 0 | 1;
  content_type: string | null;
  dimensione: number | null;
  hash: string | null;
  campo_tabella: string | null;
  cartella?: string | null;
};

/** What bases/custom-field.json gives. */
export type BaseCustomField = Base & {
  id: number;
  id_classe: number;
  campo_tabella: string;
  label: string;
  traduzioni: Record<string, string | null> | null;
  visibile: 0 | 1;
  editabile: 0 | 1;
  obbligatorio: 0 | 1;
  ordine: number;
  id_cartella: number | null;
  classe?: string | null;
  cartella?: string | null;
};

/** What bases/folder.json gives. */
export type BaseFolder = Base & {
  id: number;
  nome: string;
  traduzioni: Record<string, string | null> | null;
};

/** A kind of asset: it determines the custom fields of its assets and which classes can be placed below it. */
export type AssetClass = BaseClass;

/** A file attached to an asset. */
export type AssetDocument = BaseDocument & {
  id_oggetto: number | null;
  oggetto?: string | null;
};

/** A custom field of assets: a free column with a label and a position. */
export type AssetField = BaseCustomField & {
  visibile_tecnico: 0 | 1;
  visibile_segnalatore: 0 | 1;
  mostra_su_odl: 0 | 1;
};

/** A folder for the documents of assets. It can be deleted only when it is empty. */
export type AssetFolder = BaseFolder;

/** A machine, a plant or a part of one: anything that is maintained. Assets form a tree. */
export type Asset = Base & {
  id: number;
  codice: string | null;
  descrizione: string;
  id_classe: number;
  id_organizzazione: number;
  id_reparto: number;
  id_obj_padre: number | null;
  id_tipo_asset_critico: number | null;
  dismesso: 0 | 1;
  data_installazione: string | null;
  data_gestione_manutenzione: string | null;
  note: string | null;
  mtbf?: number | null;
  mttr?: number | null;
  codice_esatto?: 0 | 1 | null;
  num_documenti?: number | null;
  num_interventi?: number | null;
  num_ricambi_consigliati?: number | null;
  num_ricambi?: number | null;
  id_classe_intervento_default?: number | null;
  id_tipo_intervento_default?: number | null;
  classe?: string | null;
  organizzazione?: string | null;
  reparto?: string | null;
  padre?: string | null;
  cod_obj_padre?: string | null;
  descr_obj_padre?: string | null;
  tipo_asset_critico?: string | null;
  canc: 0 | 1;
  [column: `campo_${string}`]: string | number | null;
  campi?: NamedValue[];
};

/** Work that the server does in the background for a user: an export, an import, a generation. Users see their own jobs in the top bar; this list has all of them. */
export type BackgroundJob = Base & {
  id: number;
  tipo: 'backup' | 'esportazione' | 'importazione' | 'generazione' | null;
  risorsa: string | null;
  id_utente: number;
  stato: 'attesa' | 'in_corso' | 'fatto' | 'errore' | 'interrotto' | 'annullato' | null;
  fatto: number | null;
  totale: number | null;
  messaggio: string | null;
  traduzioni: Record<string, string | null> | null;
  file: string | null;
  creato: string | null;
  iniziato: string | null;
  finito: string | null;
  ripetibile: 0 | 1 | null;
  utente?: string | null;
};

/** A task that any checklist can contain. */
export type ChecklistItem = Base & {
  id: number;
  descrizione: string;
  id_relazione?: number | null;
  obbligatoria?: '1' | '0' | null;
  ordine?: number | null;
  canc: 0 | 1;
};

/** A file attached to an item of an intervention's checklist. */
export type ChecklistPhoto = BaseDocument & {
  id_voce: number | null;
  voce?: string | null;
};

/** Links an item to a checklist: its position, and whether it must be ticked. */
export type ChecklistRelation = Base & {
  id_relazione: number;
  id_checklist: number;
  id_voce: number;
  obbligatoria: '1' | '0';
  ordine: number;
  checklist?: string | null;
  voce?: string | null;
};

/** A list of things to do during an intervention. */
export type Checklist = Base & {
  id: number;
  descrizione: string;
  tipo: '1';
  canc: 0 | 1;
};

/** Which asset classes can be placed below which. Assets of a class without rows can be placed anywhere. */
export type ClassStructure = Base & {
  id: number;
  id_classe_padre: number;
  id_classe: number;
  classe_padre?: string | null;
  classe?: string | null;
};

/** A comment on an intervention. */
export type Comment = Base & {
  id: number;
  id_intervento: number;
  testo: string;
  usr_ins?: string | null;
  usr_ultima_mod?: string | null;
  modificabile?: 0 | 1 | null;
};

/** The key with which a connector, a system user, makes calls: shown once, stored as a hash, revocable. */
export type ConnectorKey = Base & {
  id: number;
  nome: string;
  id_utente: number;
  scadenza: string | null;
  stato?: 'nuova' | 'attiva' | 'scaduta' | 'revocata' | null;
  prefisso: string | null;
  hash: string | null;
  creata: string | null;
  ultimo_uso: string | null;
  revocata: string | null;
  connettore?: string | null;
};

/** How a check compares a field with its value. The nine conditions are fixed. */
export type ControlCondition = Base & {
  id: number;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
};

/** A check made when an intervention enters a state: the field must meet the condition. */
export type Control = Base & {
  id_controllo_odl: number;
  id_stato: number;
  id_classe_odl: number;
  id_campo_odl: number;
  id_condizione_controllo: number;
  valore: string | null;
  stato?: string | null;
  classe_odl?: string | null;
  campo_odl?: string | null;
  condizione_controllo?: string | null;
  canc: 0 | 1;
};

/** Links an asset to the cost centre that its costs are charged to. */
export type CostCentreAsset = Base & {
  id: number;
  id_cdc: number;
  id_oggetto: number;
  centro_di_costo?: string | null;
  oggetto?: string | null;
  codice?: string | null;
  descrizione?: string | null;
  classe?: string | null;
  organizzazione?: string | null;
  reparto?: string | null;
};

/** What the costs of an intervention are charged to. */
export type CostCentre = Base & {
  id: number;
  codice: string;
  descrizione: string;
  id_oggetto?: number | null;
  canc: 0 | 1;
};

/** A cost of an intervention: a quantity at a unit price. */
export type CostLine = Base & {
  id: number;
  id_odl: number;
  id_costo: number | null;
  descrizione: string;
  tipo: number;
  flag: 1 | 2;
  quantita: number;
  costo: number;
  totale: number;
  flag_descr?: string | null;
  usr_ins?: string | null;
  tipo_descr?: string | null;
};

/** A kind of cost, such as labour or material. */
export type CostType = Base & {
  id_tipo_costo: number;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
};

/** A predefined cost with a unit price, offered when a cost is added to an intervention. */
export type Cost = Base & {
  id_costo: number;
  codice: string;
  descrizione: string;
  id_organizzazione: number;
  id_reparto: number;
  tipo: number;
  costo_unitario: number;
  id_tipo_guasto: number | null;
  id_classe_intervento: number | null;
  id_odl?: number | null;
  organizzazione?: string | null;
  reparto?: string | null;
  tipo_descrizione?: string | null;
  tipo_guasto?: string | null;
  classe_intervento?: string | null;
  canc: 0 | 1;
};

/** How critical an asset is; reliability figures can be limited to some types. */
export type CriticalAssetType = Base & {
  id: number;
  codice: string;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
};

/** A part of the plant. Department 1, code *, means all departments. */
export type Department = Base & {
  id: number;
  codice: string;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
  canc: 0 | 1;
};

/** The acts that an ended device had not sent yet, as a file that its user can hand in. */
export type HeldActs = Base & {
  id: number;
  id_dispositivo: number;
  id_utente: number;
  consegnato: string | null;
  atti: number | null;
  dal: string | null;
  al: string | null;
  stato: 'tenute' | 'riprese' | 'scartate';
  chiuso: string | null;
  motivo: string | null;
  dimensione: number | null;
  hash: string | null;
  firma: string | null;
  dispositivo?: string | null;
  utente?: string | null;
};

/** A task of an intervention's checklist, ticked when it is done. */
export type InterventionChecklistItem = Base & {
  id: number;
  id_odl: number;
  id_voce: number | null;
  descrizione: string;
  obbligatoria: 0 | 1;
  ordine: number;
  checked: 0 | 1;
  note: string | null;
  data_mod?: string | null;
  usr_mod?: string | null;
  num_documenti?: number | null;
};

/** A kind of intervention: it determines the custom fields of its interventions. */
export type InterventionClass = BaseClass;

/** A file attached to an intervention. */
export type InterventionDocument = BaseDocument & {
  id_odl: number | null;
  odl?: string | null;
};

/** An automatic action of an intervention that failed: a mail that was not sent, stock that was missing. */
export type InterventionError = Base & {
  id: number;
  id_odl: number;
  tipo: 'giacenza' | 'mail' | 'altro';
  errore: string;
  traduzioni: Record<string, string | null> | null;
};

/** A custom field of interventions: a free column with a label and a position. */
export type InterventionField = BaseCustomField & {
  compilabile_segnalatore: 0 | 1;
};

/** A folder for the documents of interventions. It can be deleted only when it is empty. */
export type InterventionFolder = BaseFolder;

/** The state, dates, technician and notes of an intervention when it was created, or after one of them changed. */
export type InterventionStep = Base & {
  id: number;
  id_odl: number;
  id_stato: number;
  data_ordine: string | null;
  data_inizio: string | null;
  data_fine: string | null;
  id_tecnico: number | null;
  note: string | null;
  data_fatto: string | null;
  stimato: 0 | 1;
  usr_ins: string | null;
  stato?: string | null;
  stato_colore?: string | null;
  tecnico?: string | null;
};

/** The reason for an intervention: failure, prevention, inspection. The type * means all types. */
export type InterventionType = Base & {
  id: number;
  codice: string;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
  colore: string;
  is_default: 0 | 1;
  is_mtbf_enabled: 0 | 1;
};

/** A job on an asset, from its request to its closing. */
export type Intervention = Base & {
  id: number;
  codice: string | null;
  descrizione: string;
  id_oggetto: number;
  id_stato: number;
  id_tipo_guasto: number;
  id_tipo_odl: 1 | 2 | 3;
  id_classe_intervento: number | null;
  id_tecnico: number | null;
  id_usr_notifica: number | null;
  priorita: 1 | 2 | 3;
  data_ordine: string | null;
  data_inizio: string | null;
  data_fine: string | null;
  ore_previste: number | null;
  persone_previste: number | null;
  id_checklist: number | null;
  id_centro_di_costo: number | null;
  is_mtbf_disabled: 0 | 1;
  note: string | null;
  id_intervento_originale: number | null;
  id_schedulazione: number | null;
  id_manutenzione: number | null;
  data_ori_manutenzione: string | null;
  frequenza_sched?: number | null;
  unita_misura_sched?: number | null;
  oggetto_padre?: string | null;
  id_classe?: number | null;
  id_organizzazione?: number | null;
  id_reparto?: number | null;
  id_tipo_stato_odl?: number | null;
  stato_followup?: 0 | 1 | null;
  tipo_odl?: string | null;
  data_ultima_mod_view?: string | null;
  richiedente?: number | null;
  usr_ins?: string | null;
  telefono_usr_ins?: string | null;
  colore?: string | null;
  filtro_oggetto?: string | null;
  chiuso?: 0 | 1 | null;
  con_figli?: 0 | 1 | null;
  tempi_stimati: 0 | 1;
  scaduto?: 0 | 1 | null;
  assegnato?: 0 | 1 | null;
  assegnato_chiuso?: 0 | 1 | null;
  modificabile?: 0 | 1 | null;
  prendibile?: 0 | 1 | null;
  commentabile?: 0 | 1 | null;
  documentabile?: 0 | 1 | null;
  copiabile?: 0 | 1 | null;
  dataInizioModificabile?: 0 | 1 | null;
  totale?: number | null;
  totale_attivo?: number | null;
  totale_passivo?: number | null;
  num_documenti?: number | null;
  numero_prenotazioni_ricambi?: number | null;
  numero_ricambi?: number | null;
  num_commenti?: number | null;
  num_followup?: number | null;
  is_firmato_tecnico?: 0 | 1 | null;
  is_firmato_segnalatore?: 0 | 1 | null;
  oggetto?: string | null;
  stato?: string | null;
  stato_colore?: string | null;
  cod_stato?: string | null;
  tipo_guasto?: string | null;
  tipo_guasto_colore?: string | null;
  classe_intervento?: string | null;
  tecnico?: string | null;
  tecnico_colore?: string | null;
  usr_notifica?: string | null;
  checklist?: string | null;
  centro_di_costo?: string | null;
  intervento_originale?: string | null;
  schedulazione?: string | null;
  [column: `campo_${string}`]: string | number | null;
  campi?: NamedValue[];
};

/** The job report made for one change of state of an intervention. */
export type JobReport = Base & {
  id: number;
  id_odl: number;
  id_stato: number;
  passaggio: number;
  concluso: string | null;
  codice: string;
  hash: string;
  id_documento: number | null;
  impronta: string | null;
  contenuto: string | null;
  date_entrata: string | null;
  impronta_entrata: string | null;
  contenuto_entrata: string | null;
  sostituito: string | null;
};

/** A place in a warehouse: a shelf, a drawer, a hook. */
export type Location = Base & {
  id: number;
  id_magazzino: number;
  descrizione: string;
  magazzino?: string | null;
  canc: 0 | 1;
};

/** A batch of a spare part in a warehouse. */
export type Lot = Base & {
  id: number;
  id_magazzino: number;
  descrizione: string;
  magazzino?: string | null;
  canc: 0 | 1;
};

/** The mail sent when an intervention enters a state. */
export type MailTemplate = Base & {
  id: number;
  id_stato: number;
  subject: string;
  recipients: string | null;
  body: string;
  active: 0 | 1;
  send_usr_ins: 0 | 1;
  send_tecnico: 0 | 1;
  send_admin: 0 | 1;
  send_usr_notifica: 0 | 1;
  stato?: string | null;
};

/** An asset that a periodic intervention maintains. */
export type Maintenance = Base & {
  id: number;
  id_schedulazione: number;
  id_oggetto: number;
  data_inizio: string;
  id_checklist: number | null;
  note: string | null;
  id_tipo_odl?: number | null;
  frequenza_sched?: number | null;
  unita_misura_sched?: number | null;
  prossima_data?: string | null;
  data_generata: string | null;
  errore: string | null;
  traduzioni: Record<string, string | null> | null;
  schedulazione?: string | null;
  oggetto?: string | null;
  codice_oggetto?: string | null;
  checklist?: string | null;
  canc: 0 | 1;
};

/** The owner of assets. Organisation 1, code *, means all organisations. */
export type Organisation = Base & {
  id: number;
  codice: string;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
  id_classe_intervento_default: number | null;
  id_tipo_intervento_default: number | null;
  classe_intervento_default?: string | null;
  tipo_intervento_default?: string | null;
  canc: 0 | 1;
};

/** A mail to one recipient, stored together with the event that it reports and sent afterwards. */
export type OutgoingMail = Base & {
  id: number;
  creata: string | null;
  destinatario: string;
  nome_destinatario: string | null;
  oggetto: string;
  genere: 'intervento' | 'promemoria' | 'accesso' | null;
  stato: 'attesa' | 'invio' | 'inviata' | 'errore' | 'scaduta';
  tentativi: number;
  prossimo_tentativo: string | null;
  inviata: string | null;
  errore: string | null;
  traduzioni: Record<string, string | null> | null;
  id_odl: number | null;
  message_id: string | null;
  formato: 'testo' | 'html';
  corpo: string;
  collegamento: string | null;
  chiave: string | null;
  raccolta: string | null;
  quante: number | null;
  elenco: string | null;
  riprovabile?: 0 | 1 | null;
  intervento?: string | null;
};

/** A spare part recommended for an asset. */
export type RecommendedPart = Base & {
  id: number;
  id_oggetto: number;
  id_ricambio: number;
  oggetto?: string | null;
  ricambio?: string | null;
};

/** A field printed on the report of an intervention of the class. */
export type ReportField = Base & {
  id_campo_report_interventi: number;
  id_classe_intervento: number;
  provenienza: 1 | 2;
  id_classe_oggetto: number | null;
  campo: string;
  label: string | null;
  traduzioni: Record<string, string | null> | null;
  ordine: number;
  classe_intervento?: string | null;
  classe_oggetto?: string | null;
  canc: 0 | 1;
};

/** A quantity of a spare part reserved for an intervention; the stock does not change until it is withdrawn. */
export type Reservation = Base & {
  id: number;
  id_odl: number;
  id_ricambio: number;
  quantita: number;
  quantita_prelevata: number;
  id_prelievo?: number | null;
  disponibile?: number | null;
  intervento?: string | null;
  ricambio?: string | null;
  codice?: string | null;
  descrizione?: string | null;
  unita_di_misura?: string | null;
};

/** The rights of users depend on the family of their role. The four families are fixed. */
export type RoleFamily = Base & {
  id: number;
  codice: string;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
};

/** A role of users within a family; the state structure can refer to roles. */
export type Role = Base & {
  id: number;
  id_famiglia_ruolo: number;
  codice: string;
  nome: string;
  traduzioni: Record<string, string | null> | null;
  descrizione_famiglia_ruolo?: string | null;
  codice_famiglia_ruolo?: string | null;
};

/** One run of a routine and its result; the last 200 are stored. */
export type RoutineRun = Base & {
  id: number;
  id_attivita: number;
  inizio: string | null;
  fine: string | null;
  stato: 'fatta' | 'errore' | 'interrotta';
  messaggio: string | null;
  traduzioni: Record<string, string | null> | null;
};

/** Work that the server does automatically: its last run, the result, its next run. */
export type Routine = Base & {
  id: number;
  nome: string;
  titolo: string;
  traduzioni: Record<string, string | null> | null;
  stato: 'attesa' | 'in_corso' | 'errore';
  inizio: string | null;
  fine: string | null;
  prossima: string | null;
  messaggio: string | null;
  messaggio_traduzioni: Record<string, string | null> | null;
  errori: number;
  fatto: number | null;
  totale: number | null;
  esecutore: string | null;
  battito: string | null;
};

/** The filters, order and columns of a list, saved under a name by a user, for themselves or for everyone. */
export type SavedFilter = Base & {
  id: number;
  nome: string;
  risorsa: string;
  valori: string;
  condiviso: 0 | 1;
  usr_ins?: string | null;
  modificabile?: 0 | 1 | null;
  eliminabile?: 0 | 1 | null;
};

/** A file attached to a periodic intervention, also shown with the interventions generated from it. */
export type ScheduleDocument = BaseDocument & {
  id_schedulazione: number | null;
  schedulazione?: string | null;
};

/** A folder for the documents of periodic interventions. It can be deleted only when it is empty. */
export type ScheduleFolder = BaseFolder;

/** A rule that repeats interventions every number of days, weeks, months or years, on the assets linked to it. */
export type Schedule = Base & {
  id: number;
  codice: string;
  descrizione: string;
  id_organizzazione: number;
  id_reparto: number;
  id_tipo_guasto: number;
  id_tipo_odl: 2 | 3;
  frequenza: number;
  unita_misura: 1 | 2 | 3 | 4;
  tipo_rinnovo: 1 | 2;
  id_classe_intervento: number | null;
  priorita: 1 | 2 | 3;
  interno: 1 | 0;
  id_tecnico: number | null;
  id_usr_notifica: number | null;
  ore_previste: number | null;
  persone_previste: number | null;
  data_generazione_start: string | null;
  data_generazione_end: string | null;
  prossima_scadenza?: string | null;
  num_manutenzioni?: number | null;
  num_documenti?: number | null;
  errore?: string | null;
  desc_organizzazione?: string | null;
  desc_reparto?: string | null;
  tipo_guasto?: string | null;
  colore?: string | null;
  classe_intervento?: string | null;
  tecnico?: string | null;
  usr_notifica?: string | null;
  canc: 0 | 1;
};

/** A setting of the installation; only its value changes. */
export type Setting = Base & {
  id: number;
  area: 'accessi' | 'calendario' | 'dashboard' | 'followup' | 'generale' | 'interventi' | 'oggetti' | 'posta' | 'rapportini' | 'ricambi' | null;
  codice: string;
  descrizione: string | null;
  traduzioni: Record<string, string | null> | null;
  valore: string | null;
  tipo: 'L' | 'B' | 'N' | 'D' | 'T' | 'TA' | 'S' | null;
  valori_previsti: { codice: string; valore: string; en?: string }[] | null;
  required: 0 | 1;
};

/** A person's signature on a job report. */
export type Signature = Base & {
  id: number;
  id_odl: number;
  tipo: 'tecnico' | 'segnalatore';
  nome: string | null;
  hash: string | null;
  dimensione: number | null;
  data_fatto: string | null;
  impronta: string | null;
};

/** A kind of spare part: it determines the custom fields of its parts. */
export type SparePartClass = BaseClass;

/** A file attached to a spare part. */
export type SparePartDocument = BaseDocument & {
  id_ricambio: number | null;
  ricambio?: string | null;
};

/** A custom field of spare parts: a free column with a label and a position. */
export type SparePartField = BaseCustomField & {
  sys: 0 | 1;
};

/** A folder for the documents of spare parts. It can be deleted only when it is empty. */
export type SparePartFolder = BaseFolder;

/** A part kept in stock to repair assets. */
export type SparePart = Base & {
  id: number;
  codice: string;
  descrizione: string;
  id_classe: number;
  id_organizzazione: number;
  id_reparto: number;
  unita_di_misura: string | null;
  division: string | null;
  mostra_su_oggetto: 0 | 1;
  scorta_minima: number | null;
  note: string | null;
  giacenza?: number | null;
  disponibile?: number | null;
  sotto_scorta?: 0 | 1 | null;
  num_documenti?: number | null;
  num_interventi?: number | null;
  movimentazioni?: number | null;
  magazzino?: number | null;
  mosso_su?: number | null;
  figli?: 0 | 1 | null;
  consigliato_per?: number | null;
  con_giacenza?: 0 | 1 | null;
  classe?: string | null;
  organizzazione?: string | null;
  reparto?: string | null;
  canc: 0 | 1;
  [column: `campo_${string}`]: string | number | null;
  campi?: NamedValue[];
};

/** The allowed changes of state, by role and by intervention type. */
export type StateStructure = Base & {
  id: number;
  id_stato_padre: number;
  id_stato: number;
  id_ruolo: number;
  id_tipo_intervento: number;
  stato_padre?: string | null;
  stato?: string | null;
  ruolo?: string | null;
  tipo_intervento?: string | null;
};

/** A state of interventions. The state structure defines which state can follow which. */
export type State = Base & {
  id: number;
  codice: string;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
  colore: string;
  reminder: 0 | 1;
  permetti_followup: 0 | 1;
  richiedi_firma_rapportino: 0 | 1;
  id_tipo_stato_odl: 1 | 2 | 3 | 4 | 5;
  ordine: number | null;
  eliminabile?: 0 | 1 | null;
  codice_tipo_stato_odl?: string | null;
};

/** A department whose data the user sees; the department * means all. */
export type UserDepartment = Base & {
  id: number;
  id_utente: number;
  id_reparto: number;
  reparto?: string | null;
  codice?: string | null;
  descrizione?: string | null;
};

/** A browser in which a user has signed in. It has a key to sign files of acts. */
export type UserDevice = Base & {
  id: number;
  id_utente: number;
  nome: string | null;
  stato?: 'uso' | 'attesa' | 'svuotato' | null;
  visto: string | null;
  da_inviare: number;
  creato: string | null;
  finito: string | null;
  svuotato: string | null;
  segreto: string | null;
  sessione: number | null;
  utente?: string | null;
};

/** An organisation whose data the user sees; the organisation * means all. */
export type UserOrganisation = Base & {
  id: number;
  id_utente: number;
  id_organizzazione: number;
  organizzazione?: string | null;
  codice?: string | null;
  descrizione?: string | null;
};

/** A person who signs in, or a system user that represents a connector. */
export type User = Base & {
  id: number;
  nome: string;
  cognome: string;
  mail: string | null;
  telefono: string | null;
  id_utente_ruolo: number;
  registrazione: string | null;
  attivo: 0 | 1;
  sys: 0 | 1;
  is_default: 0 | 1;
  colore: string | null;
  external_id: string | null;
  is_email_enabled: 0 | 1;
  is_account_manager: 0 | 1;
  con_password?: 0 | 1 | null;
  secondo_fattore: 0 | 1;
  ruolo?: string | null;
  codice_famiglia_ruolo?: string | null;
};

/** A kind of warehouse: it determines the custom fields of its warehouses. */
export type WarehouseClass = BaseClass;

/** A file attached to a warehouse. */
export type WarehouseDocument = BaseDocument & {
  id_magazzino: number | null;
  magazzino?: string | null;
};

/** A custom field of warehouses: a free column with a label and a position. */
export type WarehouseField = BaseCustomField & {
  sys: 0 | 1;
};

/** A folder for the documents of warehouses. It can be deleted only when it is empty. */
export type WarehouseFolder = BaseFolder;

/** A place where spare parts are stored, in locations and lots. */
export type Warehouse = Base & {
  id: number;
  codice: string;
  descrizione: string;
  id_classe: number;
  id_organizzazione: number;
  id_reparto: number;
  id_utente: number | null;
  note: string | null;
  num_documenti?: number | null;
  classe?: string | null;
  organizzazione?: string | null;
  reparto?: string | null;
  utente?: string | null;
  canc: 0 | 1;
  [column: `campo_${string}`]: string | number | null;
  campi?: NamedValue[];
};

/** An event sent to a webhook: its content, the attempts, the reply. Stored for 30 days. */
export type WebhookDelivery = Base & {
  id: number;
  id_webhook: number;
  evento: 'intervention.created' | 'intervention.state_changed' | 'stock.below_minimum' | 'schedule.generated' | 'test';
  uid: string | null;
  creata: string | null;
  stato: 'attesa' | 'consegnata' | 'fallita';
  tentativi: number;
  stato_risposta: number | null;
  errore: string | null;
  traduzioni: Record<string, string | null> | null;
  prossimo: string | null;
  consegnata: string | null;
  dati: string | null;
  risposta: string | null;
  webhook?: string | null;
  url?: string | null;
};

/** An address that receives a signed message when something happens. */
export type Webhook = Base & {
  id: number;
  descrizione: string;
  url: string;
  attivo: 0 | 1;
  su_creazione: 0 | 1;
  su_stato: 0 | 1;
  su_giacenza: 0 | 1;
  su_generazione: 0 | 1;
  canc: 0 | 1;
};

/** The quantity of a spare part that an intervention has withdrawn from one place in a warehouse. */
export type Withdrawal = Base & {
  id_prelievo: number;
  id_odl: number;
  id_ricambio: number;
  id_prenotazione: number | null;
  quantita: number;
  id_magazzino: number;
  id_ubicazione: number | null;
  id_lotto: number | null;
  id_intervento?: number | null;
  giacenza?: number | null;
  usr_ins?: string | null;
  ricambio?: string | null;
  codice?: string | null;
  descrizione?: string | null;
  unita_di_misura?: string | null;
  quantita_prenotazione?: string | null;
  magazzino?: string | null;
  codice_magazzino?: string | null;
  descrizione_magazzino?: string | null;
  descrizione_ubicazione?: string | null;
  descrizione_lotto?: string | null;
};

/** The row type of each entity, by resource. */
export interface Rows {
  'classe': AssetClass;
  'oggetto/documento': AssetDocument;
  'oggetto/campo': AssetField;
  'oggetto/documento/cartella': AssetFolder;
  'oggetto': Asset;
  'lavoro/registro': BackgroundJob;
  'checklist/voce': ChecklistItem;
  'odl/checklist/documento': ChecklistPhoto;
  'checklist/relazione': ChecklistRelation;
  'checklist': Checklist;
  'classe/struttura': ClassStructure;
  'commento': Comment;
  'chiave-api': ConnectorKey;
  'controllo/condizione': ControlCondition;
  'controllo': Control;
  'cdc/oggetti': CostCentreAsset;
  'cdc': CostCentre;
  'odl/costo': CostLine;
  'costo/tipo-costo': CostType;
  'costo': Cost;
  'tipi-asset-critico': CriticalAssetType;
  'reparto': Department;
  'dispositivo/atti': HeldActs;
  'odl/checklist': InterventionChecklistItem;
  'odl/classe': InterventionClass;
  'odl/documento': InterventionDocument;
  'odl/errore': InterventionError;
  'odl/campo': InterventionField;
  'odl/documento/cartella': InterventionFolder;
  'odl/storico': InterventionStep;
  'odl/tipoGuasto': InterventionType;
  'odl': Intervention;
  'rapportini': JobReport;
  'ubicazione': Location;
  'ricambio/lotto': Lot;
  'mail-templates': MailTemplate;
  'manutenzione': Maintenance;
  'organizzazione': Organisation;
  'posta': OutgoingMail;
  'oggetto/ricambi-consigliati': RecommendedPart;
  'camporeport': ReportField;
  'prenotazione': Reservation;
  'ruolo/famiglia': RoleFamily;
  'ruolo': Role;
  'attivita/esecuzione': RoutineRun;
  'attivita': Routine;
  'filtro-salvato': SavedFilter;
  'manutenzione/schedulazione/documento': ScheduleDocument;
  'manutenzione/schedulazione/documento/cartella': ScheduleFolder;
  'manutenzione/schedulazione': Schedule;
  'parametro': Setting;
  'rapportini/firme': Signature;
  'ricambio/classe': SparePartClass;
  'ricambio/documento': SparePartDocument;
  'ricambio/campo': SparePartField;
  'ricambio/documento/cartella': SparePartFolder;
  'ricambio': SparePart;
  'stato/struttura': StateStructure;
  'stato': State;
  'utente/reparto': UserDepartment;
  'dispositivo': UserDevice;
  'utente/organizzazione': UserOrganisation;
  'utente': User;
  'magazzino/classe': WarehouseClass;
  'magazzino/documento': WarehouseDocument;
  'magazzino/campo': WarehouseField;
  'magazzino/documento/cartella': WarehouseFolder;
  'magazzino': Warehouse;
  'webhook/consegna': WebhookDelivery;
  'webhook': Webhook;
  'odl/prelievo': Withdrawal;
}

/** The row type of each entity, by name. */
export interface RowsByName {
  'asset-class': AssetClass;
  'asset-document': AssetDocument;
  'asset-field': AssetField;
  'asset-folder': AssetFolder;
  'asset': Asset;
  'background-job': BackgroundJob;
  'checklist-item': ChecklistItem;
  'checklist-photo': ChecklistPhoto;
  'checklist-relation': ChecklistRelation;
  'checklist': Checklist;
  'class-structure': ClassStructure;
  'comment': Comment;
  'connector-key': ConnectorKey;
  'control-condition': ControlCondition;
  'control': Control;
  'cost-centre-asset': CostCentreAsset;
  'cost-centre': CostCentre;
  'cost-line': CostLine;
  'cost-type': CostType;
  'cost': Cost;
  'critical-asset-type': CriticalAssetType;
  'department': Department;
  'held-acts': HeldActs;
  'intervention-checklist-item': InterventionChecklistItem;
  'intervention-class': InterventionClass;
  'intervention-document': InterventionDocument;
  'intervention-error': InterventionError;
  'intervention-field': InterventionField;
  'intervention-folder': InterventionFolder;
  'intervention-step': InterventionStep;
  'intervention-type': InterventionType;
  'intervention': Intervention;
  'job-report': JobReport;
  'location': Location;
  'lot': Lot;
  'mail-template': MailTemplate;
  'maintenance': Maintenance;
  'organisation': Organisation;
  'outgoing-mail': OutgoingMail;
  'recommended-part': RecommendedPart;
  'report-field': ReportField;
  'reservation': Reservation;
  'role-family': RoleFamily;
  'role': Role;
  'routine-run': RoutineRun;
  'routine': Routine;
  'saved-filter': SavedFilter;
  'schedule-document': ScheduleDocument;
  'schedule-folder': ScheduleFolder;
  'schedule': Schedule;
  'setting': Setting;
  'signature': Signature;
  'spare-part-class': SparePartClass;
  'spare-part-document': SparePartDocument;
  'spare-part-field': SparePartField;
  'spare-part-folder': SparePartFolder;
  'spare-part': SparePart;
  'state-structure': StateStructure;
  'state': State;
  'user-department': UserDepartment;
  'user-device': UserDevice;
  'user-organisation': UserOrganisation;
  'user': User;
  'warehouse-class': WarehouseClass;
  'warehouse-document': WarehouseDocument;
  'warehouse-field': WarehouseField;
  'warehouse-folder': WarehouseFolder;
  'warehouse': Warehouse;
  'webhook-delivery': WebhookDelivery;
  'webhook': Webhook;
  'withdrawal': Withdrawal;
}

/** The row type of a resource; any row for an unknown resource. */
export type RowOf<Resource extends string> = Resource extends keyof Rows ? Rows[Resource] : Row;

/** Adds a comment to an intervention. */
export type AddCommentAct = {
  testo: string;
  id_intervento?: number | null;
  usr_ins?: string | null;
  usr_ultima_mod?: string | null;
  modificabile?: 0 | 1 | null;
};

/** Adds a cost to an intervention: a predefined cost, or one entered by hand. */
export type AddCostAct = {
  id_costo?: number | null;
  descrizione: string;
  tipo: number;
  flag?: 1 | 2 | null;
  quantita: number;
  costo: number;
};

/** Assigns an intervention to a technician and names the user to notify. */
export type AssignAct = {
  id_stato?: number | null;
  id_tecnico: number;
  id_usr_notifica?: number | null;
};

/** Changes the text of a comment. */
export type ChangeCommentAct = {
  testo: string;
};

/** Changes a cost of an intervention. */
export type ChangeCostAct = {
  id_riga: number;
  id_costo?: number | null;
  descrizione: string;
  tipo: number;
  flag?: 1 | 2 | null;
  quantita: number;
  costo: number;
};

/** Changes the reserved quantity of a spare part, as long as none of it is withdrawn. */
export type ChangeReservationAct = {
  id_prenotazione: number;
  id_ricambio?: number | null;
  quantita: number;
};

/** Withdraws more of a spare part or, with a minus sign, returns some of it to the place it came from. */
export type ChangeWithdrawalAct = {
  id_prelievo: number;
  id_ricambio?: number | null;
  id_magazzino?: number | null;
  id_ubicazione?: number | null;
  id_lotto?: number | null;
  quantita: number;
};

/** Confirms the times of an intervention that count from an act that arrived late. They may be corrected before. */
export type ConfirmTimesAct = {
};

/** Sends a failed delivery of a webhook again. */
export type DeliverAgainAct = {
};

/** Drops the acts of an ended device, with the reason. Their file is deleted. */
export type DropHeldActsAct = {
  motivo: string;
};

/** Writes to the history that something done without a connection was not recorded, with the reason. */
export type DropAct = {
  atto: string;
  motivo: string;
};

/** Ends a device: at its next contact it hands in what it has not sent yet, and is emptied. */
export type EndDeviceAct = {
};

/** Moves an intervention to another state, with a signed job report if the state requires one. */
export type EnterStateAct = {
  id_stato: number;
};

/** Creates a new intervention from an existing one, with the selected data: spare parts and reservations (both become reservations), costs, checklist. */
export type FollowUpAct = {
  descrizione: string;
  id_stato: number;
  id_oggetto?: number | null;
  id_tecnico?: number | null;
  id_usr_notifica?: number | null;
  copy_prenotazioni?: 0 | 1 | null;
  copy_ricambi?: 0 | 1 | null;
  copy_costi?: 0 | 1 | null;
  copy_checklist?: 0 | 1 | null;
};

/** Generates the key of a connector, and returns it once. */
export type GenerateKeyAct = {
};

/** Generates the interventions of a period; a long generation continues as a job. */
export type GenerateAct = {
  data_generazione_start: string;
  data_generazione_end: string;
};

/** Returns a withdrawn spare part to the place it came from, or to another place. */
export type GiveBackAct = {
  id_prelievo?: number | null;
  id_ricambio: number;
  id_prenotazione?: number | null;
  id_magazzino: number;
  id_ubicazione?: number | null;
  id_lotto?: number | null;
  descrizione_ubicazione?: string | null;
  descrizione_lotto?: string | null;
  quantita: number;
};

/** Loads a quantity of a spare part into a warehouse. */
export type LoadAct = {
  id_ricambio: number;
  id_magazzino: number;
  id_ubicazione?: number | null;
  id_lotto?: number | null;
  quantita: number;
  descrizione_ubicazione?: string | null;
  descrizione_lotto?: string | null;
};

/** Plans one or several interventions: date, technician, user to notify, state. Fields left empty do not change. */
export type PlanAct = {
  data_ordine?: string | null;
  id_stato?: number | null;
  id_tecnico?: number | null;
  id_usr_notifica?: number | null;
};

/** Deletes a withdrawal and returns its whole quantity to the place it came from. */
export type RemoveWithdrawalAct = {
  id_prelievo: number;
};

/** Replaces the secret that signs the deliveries of a webhook, and returns it once. */
export type RenewSecretAct = {
};

/** Runs a failed or interrupted job again, with the same parameters, for the same user. */
export type RepeatJobAct = {
};

/** Reserves a quantity of a spare part for an intervention; the stock does not change until it is withdrawn. */
export type ReserveAct = {
  id_ricambio: number;
  quantita: number;
};

/** Resets a user's second factor after phone and recovery codes are lost; ends the user's sessions. */
export type ResetSecondFactorAct = {
};

/** Revokes the key of a connector; this cannot be undone. */
export type RevokeKeyAct = {
};

/** Runs a routine now instead of at its next time. */
export type RunRoutineAct = {
};

/** Sends a user the link that activates the account. The reply contains the link only for a super admin, and only if mail cannot deliver it. */
export type SendActivationAct = {
};

/** Sends a mail again that could not be sent. */
export type SendMailAgainAct = {
};

/** Sends a user the link to choose a new password. */
export type SendRecoveryAct = {
};

/** Assigns an open intervention without a technician to the technician who calls it. An intervention in an opening state enters the assigned state, if the structure of states allows it. */
export type TakeOverAct = {
};

/** Sends a test delivery to a webhook, and waits for the result. */
export type TestWebhookAct = {
};

/** Ticks an item of an intervention's checklist or changes its note; the reply contains the whole checklist. */
export type TickAct = {
  id_riga: number;
  checked?: 0 | 1 | null;
  note?: string | null;
  data_mod?: string | null;
  usr_mod?: string | null;
  num_documenti?: number | null;
};

/** Moves a quantity of a spare part to another warehouse, location or lot. */
export type TransferAct = {
  id_ricambio: number;
  ubicazione_lotto_da: string;
  id_magazzino_da: number;
  id_ubicazione_da?: number | null;
  id_lotto_da?: number | null;
  id_magazzino_a: number;
  id_ubicazione_a?: number | null;
  id_lotto_a?: number | null;
  quantita: number;
  descrizione_ubicazione_a?: string | null;
  descrizione_lotto_a?: string | null;
};

/** Unloads a quantity of a spare part from a warehouse. */
export type UnloadAct = {
  id_ricambio: number;
  id_magazzino: number;
  id_ubicazione?: number | null;
  id_lotto?: number | null;
  quantita: number;
  descrizione_ubicazione?: string | null;
  descrizione_lotto?: string | null;
};

/** Withdraws a spare part from a warehouse for an intervention. */
export type WithdrawAct = {
  id_ricambio: number;
  id_prenotazione?: number | null;
  id_magazzino: number;
  ubicazione_lotto?: string | null;
  id_ubicazione?: number | null;
  id_lotto?: number | null;
  quantita: number;
  descrizione_ubicazione?: string | null;
  descrizione_lotto?: string | null;
};

/** The body of each act, by the name of the act. */
export interface Acts {
  'add-comment': AddCommentAct;
  'add-cost': AddCostAct;
  'assign': AssignAct;
  'change-comment': ChangeCommentAct;
  'change-cost': ChangeCostAct;
  'change-reservation': ChangeReservationAct;
  'change-withdrawal': ChangeWithdrawalAct;
  'confirm-times': ConfirmTimesAct;
  'deliver-again': DeliverAgainAct;
  'drop-held-acts': DropHeldActsAct;
  'drop': DropAct;
  'end-device': EndDeviceAct;
  'enter-state': EnterStateAct;
  'follow-up': FollowUpAct;
  'generate-key': GenerateKeyAct;
  'generate': GenerateAct;
  'give-back': GiveBackAct;
  'load': LoadAct;
  'plan': PlanAct;
  'remove-withdrawal': RemoveWithdrawalAct;
  'renew-secret': RenewSecretAct;
  'repeat-job': RepeatJobAct;
  'reserve': ReserveAct;
  'reset-second-factor': ResetSecondFactorAct;
  'revoke-key': RevokeKeyAct;
  'run-routine': RunRoutineAct;
  'send-activation': SendActivationAct;
  'send-mail-again': SendMailAgainAct;
  'send-recovery': SendRecoveryAct;
  'take-over': TakeOverAct;
  'test-webhook': TestWebhookAct;
  'tick': TickAct;
  'transfer': TransferAct;
  'unload': UnloadAct;
  'withdraw': WithdrawAct;
}

/** The result of the handler of each act. */
export interface ActResults {
  'add-comment': number | Row | undefined;
  'add-cost': number | Row | undefined;
  'assign': number | Row | undefined;
  'change-comment': number | Row | undefined;
  'change-cost': number | Row | undefined;
  'change-reservation': number | Row | undefined;
  'change-withdrawal': number | Row | undefined;
  'confirm-times': number | Row | undefined;
  'deliver-again': void;
  'drop-held-acts': void;
  'drop': number | Row | undefined;
  'end-device': void;
  'enter-state': number | Row | undefined;
  'follow-up': { giacenzaErrors?: { id_ricambio?: number | null; codice_ricambio?: string | null; descrizione_ricambio?: string | null; quantita?: number | null; disponibile?: number | null; }[] | null; intervento?: RowsByName['intervention'] | null; };
  'generate-key': { secret: string; };
  'generate': { numero_interventi_generati?: number | null; id_lavoro?: number | null; anomalie?: number | null; };
  'give-back': number | Row | undefined;
  'load': { id_movimentazione: number; id_ricambio: number; id_magazzino: number; id_ubicazione?: number | null; id_lotto?: number | null; quantita: number; };
  'plan': number | Row | undefined;
  'remove-withdrawal': void;
  'renew-secret': { secret: string; };
  'repeat-job': void;
  'reserve': number | Row | undefined;
  'reset-second-factor': void;
  'revoke-key': void;
  'run-routine': void;
  'send-activation': { link?: string | null; } | null;
  'send-mail-again': void;
  'send-recovery': void;
  'take-over': number | Row | undefined;
  'test-webhook': void;
  'tick': Row[];
  'transfer': { id_movimentazione: number; id_ricambio: number; id_magazzino: number; id_ubicazione?: number | null; id_lotto?: number | null; quantita: number; };
  'unload': { id_movimentazione: number; id_ricambio: number; id_magazzino: number; id_ubicazione?: number | null; id_lotto?: number | null; quantita: number; };
  'withdraw': number | Row | undefined;
}

export type ActOf<N extends keyof Acts> = Acts[N];
