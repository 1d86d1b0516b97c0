// Written by `npm run types` from the entity files beside this one; not to be edited.

/** A kind of asset: its custom fields, and which classes may stand below it, hang on it. */
export interface AssetClass {
  id: number;
  codice: string;
  descrizione: string;
  icona: string;
  canc: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A custom field of assets: a free column, named and placed. */
export interface AssetField {
  id: number;
  id_classe: number;
  campo_tabella: string;
  label: string;
  visibile: 0 | 1;
  editabile: 0 | 1;
  obbligatorio: 0 | 1;
  ordine: number;
  id_cartella: number | null;
  visibile_tecnico: 0 | 1;
  visibile_segnalatore: 0 | 1;
  mostra_su_odl: 0 | 1;
  classe?: string | null;
  cartella?: string | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** Where documents of assets are kept. A folder is deleted only when empty. */
export interface AssetFolder {
  id: number;
  nome: string;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** Something to do, usable in any checklist. */
export interface ChecklistItem {
  id: number;
  descrizione: string;
  id_relazione?: number | null;
  obbligatoria?: '1' | '0' | null;
  ordine?: number | null;
  canc: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** That a checklist holds an item, in which place, and whether it must be ticked. */
export interface ChecklistRelation {
  id_relazione: number;
  id_checklist: number;
  id_voce: number;
  obbligatoria: '1' | '0';
  ordine: number;
  checklist?: string | null;
  voce?: string | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A list of things to do during an intervention. */
export interface Checklist {
  id: number;
  descrizione: string;
  tipo: '1';
  canc: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** Which asset class may stand below which. A class without rows may stand anywhere. */
export interface ClassStructure {
  id: number;
  id_classe_padre: number;
  id_classe: number;
  classe_padre?: string | null;
  classe?: string | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** How a control compares a field with its value. The nine conditions are fixed. */
export interface ControlCondition {
  id: number;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A check made when an intervention enters a state: the named field must meet the condition. */
export interface Control {
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
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** Where the cost of an intervention is booked. */
export interface CostCentre {
  id: number;
  codice: string;
  descrizione: string;
  canc: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A kind of cost, such as labour or material. */
export interface CostType {
  id_tipo_costo: number;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A cost with a name and a unit price, offered while a cost is added to an intervention. */
export interface Cost {
  id_costo: number;
  codice: string;
  descrizione: string;
  id_organizzazione: number;
  id_reparto: number;
  tipo: number;
  costo_unitario: number;
  id_tipo_guasto: number | null;
  id_classe_intervento: number | null;
  organizzazione?: string | null;
  reparto?: string | null;
  tipo_descrizione?: string | null;
  tipo_guasto?: string | null;
  classe_intervento?: string | null;
  canc: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** How much depends on an asset; reliability figures may be limited to some of them. */
export interface CriticalAssetType {
  id: number;
  codice: string;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A part of the plant. The department 1, code *, stands for all of them. */
export interface Department {
  id: number;
  codice: string;
  descrizione: string;
  canc: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A kind of intervention: it decides which custom fields an intervention has. */
export interface InterventionClass {
  id: number;
  codice: string;
  descrizione: string;
  icona: string;
  canc: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A custom field of interventions: a free column, named and placed. */
export interface InterventionField {
  id: number;
  id_classe: number;
  campo_tabella: string;
  label: string;
  visibile: 0 | 1;
  editabile: 0 | 1;
  obbligatorio: 0 | 1;
  ordine: number;
  id_cartella: number | null;
  classe?: string | null;
  cartella?: string | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** Where documents of interventions are kept. A folder is deleted only when empty. */
export interface InterventionFolder {
  id: number;
  nome: string;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** Why an intervention is made: failure, prevention, inspection. The type * stands for all of them. */
export interface InterventionType {
  id: number;
  codice: string;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
  colore: string;
  is_default: 0 | 1;
  is_mtbf_enabled: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** The mail sent when an intervention enters a state. */
export interface MailTemplate {
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
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** Who owns the assets. The organisation 1, code *, stands for all of them. */
export interface Organisation {
  id: number;
  codice: string;
  descrizione: string;
  id_classe_intervento_default: number | null;
  id_tipo_intervento_default: number | null;
  classe_intervento_default?: string | null;
  tipo_intervento_default?: string | null;
  canc: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A field printed on the report of an intervention of the class. */
export interface ReportField {
  id_campo_report_interventi: number;
  id_classe_intervento: number;
  provenienza: 1 | 2;
  id_classe_oggetto: number | null;
  campo: string;
  label: string | null;
  ordine: number;
  classe_intervento?: string | null;
  classe_oggetto?: string | null;
  canc: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** What a person may do follows from the family of his role. The four families are fixed. */
export interface RoleFamily {
  id: number;
  codice: string;
  descrizione: string;
  traduzioni: Record<string, string | null> | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A name for people of one family; the state structure may speak of roles. */
export interface Role {
  id: number;
  id_famiglia_ruolo: number;
  codice: string;
  nome: string;
  descrizione_famiglia_ruolo?: string | null;
  codice_famiglia_ruolo?: string | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** Where documents of periodic schedules are kept. A folder is deleted only when empty. */
export interface ScheduleFolder {
  id: number;
  nome: string;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A setting of the installation; only its value changes. */
export interface Setting {
  id: number;
  area: 'accessi' | 'calendario' | 'dashboard' | 'followup' | 'generale' | 'interventi' | 'oggetti' | 'rapportini' | 'ricambi' | null;
  codice: string;
  descrizione: string | null;
  traduzioni: Record<string, string | null> | null;
  valore: string | null;
  tipo: 'L' | 'B' | 'N' | 'T' | 'TA' | null;
  valori_previsti: Record<string, unknown>[] | null;
  required: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A kind of spare part: it decides which custom fields a part has. */
export interface SparePartClass {
  id: number;
  codice: string;
  descrizione: string;
  icona: string;
  canc: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A custom field of spare parts: a free column, named and placed. */
export interface SparePartField {
  id: number;
  id_classe: number;
  campo_tabella: string;
  label: string;
  visibile: 0 | 1;
  editabile: 0 | 1;
  obbligatorio: 0 | 1;
  ordine: number;
  id_cartella: number | null;
  sys: 0 | 1;
  classe?: string | null;
  cartella?: string | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** Where documents of spare parts are kept. A folder is deleted only when empty. */
export interface SparePartFolder {
  id: number;
  nome: string;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** From which state which other may be reached, by whom and for which intervention types. */
export interface StateStructure {
  id: number;
  id_stato_padre: number;
  id_stato: number;
  id_ruolo: number;
  id_tipo_intervento: number;
  stato_padre?: string | null;
  stato?: string | null;
  ruolo?: string | null;
  tipo_intervento?: string | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A state of interventions. What may follow what is in the structure. */
export interface State {
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
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A department whose rows the user sees; the department * means all. */
export interface UserDepartment {
  id: number;
  id_utente: number;
  id_reparto: number;
  reparto?: string | null;
  codice?: string | null;
  descrizione?: string | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** An organisation whose rows the user sees; the organisation * means all. */
export interface UserOrganisation {
  id: number;
  id_utente: number;
  id_organizzazione: number;
  organizzazione?: string | null;
  codice?: string | null;
  descrizione?: string | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A person who signs in, or a system user that stands for a connector. */
export interface User {
  id: number;
  nome: string;
  cognome: string;
  mail: string | null;
  id_utente_ruolo: number;
  registrazione: string | null;
  attivo: 0 | 1;
  sys: 0 | 1;
  is_default: 0 | 1;
  colore: string | null;
  external_id: string | null;
  is_email_enabled: 0 | 1;
  is_account_manager: 0 | 1;
  ruolo?: string | null;
  codice_famiglia_ruolo?: string | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A kind of warehouse: it decides which custom fields a warehouse has. */
export interface WarehouseClass {
  id: number;
  codice: string;
  descrizione: string;
  icona: string;
  canc: 0 | 1;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** A custom field of warehouses: a free column, named and placed. */
export interface WarehouseField {
  id: number;
  id_classe: number;
  campo_tabella: string;
  label: string;
  visibile: 0 | 1;
  editabile: 0 | 1;
  obbligatorio: 0 | 1;
  ordine: number;
  id_cartella: number | null;
  sys: 0 | 1;
  classe?: string | null;
  cartella?: string | null;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** Where documents of warehouses are kept. A folder is deleted only when empty. */
export interface WarehouseFolder {
  id: number;
  nome: string;
  versione: number;
  data_ins: string | null;
  id_usr_ins: number | null;
  data_ultima_mod: string | null;
  id_usr_ultima_mod: number | null;
}

/** The type of an entity by its resource. */
export interface RowOf {
  'classe': AssetClass;
  'oggetto/campo': AssetField;
  'oggetto/documento/cartella': AssetFolder;
  'checklist/voce': ChecklistItem;
  'checklist/relazione': ChecklistRelation;
  'checklist': Checklist;
  'classe/struttura': ClassStructure;
  'controllo/condizione': ControlCondition;
  'controllo': Control;
  'cdc': CostCentre;
  'costo/tipo-costo': CostType;
  'costo': Cost;
  'tipi-asset-critico': CriticalAssetType;
  'reparto': Department;
  'odl/classe': InterventionClass;
  'odl/campo': InterventionField;
  'odl/documento/cartella': InterventionFolder;
  'odl/tipoGuasto': InterventionType;
  'mail-templates': MailTemplate;
  'organizzazione': Organisation;
  'camporeport': ReportField;
  'ruolo/famiglia': RoleFamily;
  'ruolo': Role;
  'manutenzione/schedulazione/documento/cartella': ScheduleFolder;
  'parametro': Setting;
  'ricambio/classe': SparePartClass;
  'ricambio/campo': SparePartField;
  'ricambio/documento/cartella': SparePartFolder;
  'stato/struttura': StateStructure;
  'stato': State;
  'utente/reparto': UserDepartment;
  'utente/organizzazione': UserOrganisation;
  'utente': User;
  'magazzino/classe': WarehouseClass;
  'magazzino/campo': WarehouseField;
  'magazzino/documento/cartella': WarehouseFolder;
}
